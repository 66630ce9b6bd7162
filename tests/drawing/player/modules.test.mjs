// The modules of the player without a browser: `node --test modules.test.mjs`.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const folder = "../../../src/fastfuto/drawing/player";
const { Engine } = await import(`${folder}/engine/engine.js`);
const { Game, emptyState, readState } = await import(`${folder}/game.js`);
const { resultOf } = await import(`${folder}/ending.js`);
const { cornerOf, describeCell, extentOf, neighbourOf, signTowards, spotsOf } = await import(`${folder}/geometry.js`);
const { History } = await import(`${folder}/history.js`);
const { entriesOf, readLink, writeLink } = await import(`${folder}/link.js`);
const { cleanMarks } = await import(`${folder}/marks.js`);
const { conflictsOf, isPuzzle, isSolved, knownValues, leftTo, readPuzzle, wrongEntries } = await import(`${folder}/rules.js`);
const { Shelf } = await import(`${folder}/shelf.js`);
const { readSettings, Store } = await import(`${folder}/store.js`);
const { exampleOf, rulesOf } = await import(`${folder}/teach.js`);

// 1 < 2 in the first row, with the solution 1 2 / 2 1.
const SMALL = {
  ...{ id: "0123abcd", family: "futoshiki", gaps: true, name: "Futoshiki 2 x 2", level: "easy", rows: 2, columns: 2, n: 2 },
  ...{ time: "about 1 minute", line: "2:0R0,0,0" },
  ...{ given: "0000", less: [[0, 1]], solutions: "one", solution: "1221", units: [], sums: [], square: true },
};
// Two cells of total 3 beside a black one.
const RUN = {
  ...{ id: "00000001", family: "kakuro", name: "Kakuro 1 x 3", level: "", rows: 1, columns: 3, n: 9, given: "00" },
  ...{ time: "", line: "{}" },
  ...{ less: [], solutions: "several", solution: null, units: [["run", 0, [0, 1]]], places: [1, 2] },
  ...{ totals: [[0, 0, 3]], sums: [{ cells: [0, 1], total: 3 }] },
};
const small = readPuzzle(SMALL);
const run = readPuzzle(RUN);

test("rules: lines, peers, conflicts and the end", () => {
  assert.deepEqual(small.lines, [["row", 0], ["row", 1], ["column", 0], ["column", 1]]);
  assert.deepEqual(small.peers[0], [1, 2]);
  assert.deepEqual([...conflictsOf(small, [2, 1, 0, 0])], [0, 1]);
  assert.deepEqual([...conflictsOf(small, [1, 1, 0, 0])].sort(), [0, 1]);
  // Neither leaves the open neighbour a value.
  assert.deepEqual([...conflictsOf(small, [2, 0, 0, 0])], [0]);
  assert.deepEqual([...conflictsOf(small, [0, 1, 0, 0])], [1]);
  assert.equal(conflictsOf(small, [1, 0, 0, 2]).size, 0);
  assert.ok(isSolved(small, [1, 2, 2, 1]));
  assert.ok(!isSolved(small, [2, 1, 1, 2]));
  assert.deepEqual(wrongEntries(small, [1, 0, 1, 0]), [2]);
  assert.deepEqual(run.lines, [["run", 0, 1, 0, 2]]);
  assert.deepEqual(leftTo(9, run.sums[0], [511, 511]), { open: 2, values: 3 });
  // Of 12 values, 11 and 12 add up to 23, and without 11 there are none.
  const pair = { cells: [0, 1], total: 23 };
  assert.deepEqual(leftTo(12, pair, [4095, 4095]), { open: 2, values: 3 << 10 });
  assert.deepEqual(leftTo(12, pair, [1 << 10, 4095]), { open: 1, values: 1 << 11 });
  assert.equal(leftTo(12, { cells: [0, 1, 2], total: 40 }, [1 << 10, 4095, 4095]).values, 0);
  assert.deepEqual([...conflictsOf(run, [1, 3])], [0, 1]);
  assert.deepEqual(wrongEntries(run, [9, 0]), [0]);
});

test("a game: entries, marks, undo, redo and savepoints", () => {
  const game = new Game(small);
  game.mark([0, 1], 2, "corner");
  game.mark([0], 1, "centre");
  assert.deepEqual(game.state.corner, [2, 2, 0, 0]);
  game.savePoint();
  game.enter([3], 2, true);
  assert.deepEqual(game.state.corner, [2, 0, 0, 0]);
  assert.deepEqual(game.state.entries, [0, 0, 0, 2]);
  game.enter([3], 2, true);
  assert.deepEqual(game.state.entries, [0, 0, 0, 0]);
  assert.ok(game.undo() && game.undo());
  assert.deepEqual(game.state.corner, [2, 2, 0, 0]);
  assert.ok(game.redo());
  assert.deepEqual(game.state.entries, [0, 0, 0, 2]);
  assert.ok(game.backTo(0));
  assert.deepEqual(game.state.entries, [0, 0, 0, 0]);
  assert.ok(!game.redo());
  game.greySign(0);
  assert.deepEqual(game.state.grey, [1]);
  game.startOver();
  assert.deepEqual(game.state, emptyState(small));
  game.fillMarks();
  assert.deepEqual(game.state.corner, cleanMarks(small, [0, 0, 0, 0]));
  assert.deepEqual(game.state.corner, [1, 2, 3, 3]);
  const again = new Game(small, JSON.parse(JSON.stringify(game)));
  assert.deepEqual(again.state, game.state);
  assert.equal(again.saved.length, 1);
  // What was done can be undone after a reload, too, to the very beginning and back.
  assert.equal(again.past.length, game.past.length);
  while (again.undo());
  assert.deepEqual(again.state, emptyState(small));
  const third = new Game(small, JSON.parse(JSON.stringify(again)));
  while (third.redo());
  assert.deepEqual(third.state, game.state);
});

test("a game: colours, and a solution that was shown", () => {
  const game = new Game(small);
  game.paint([0, 1], 3);
  game.paint([1], 3);
  assert.deepEqual(game.state.colour, [3, 0, 0, 0]);
  game.mark([0], 2, "corner");
  game.clear([0]);
  assert.deepEqual([game.state.corner[0], game.state.colour[0]], [0, 3]);
  game.clear([0]);
  assert.equal(game.state.colour[0], 0);
  // The mark 2 of two cells; another press takes the colour away, and what is empty is not stored.
  game.paint([0, 1], 4, 2);
  assert.deepEqual(game.state.tint, [0, 4, 0, 4, 0, 0, 0, 0]);
  assert.deepEqual(new Game(small, JSON.parse(JSON.stringify(game))).state, game.state);
  game.paint([0], 4, 2);
  game.clear([1]);
  assert.ok(!game.state.tint.some(Boolean));
  assert.ok(!("tint" in JSON.parse(JSON.stringify(game)).state));
  game.show([1, 2, 2, 1]);
  assert.ok(game.isSolved && game.isShown);
  assert.ok(new Game(small, JSON.parse(JSON.stringify(game))).isShown);
  game.startOver();
  assert.ok(!game.isShown);
});

test("moves that were stored and do not lead to the state are dropped", () => {
  const game = new Game(small);
  game.enter([0], 1, true);
  game.enter([1], 2, true);
  const good = JSON.parse(JSON.stringify(game));
  assert.equal(new Game(small, good).past.length, 2);
  const odd = [
    ...[[[0, 1, 0, 1]], [[0, 1, 9, 2]], [[9, 1, 0, 2]], [[0, 9, 0, 2]], [[0, 1, 0, 2, 5], 7], [], "x", null, 5],
    ...[[["entries", 1, 0, 2]], [[0, 1, -1, 2]], [[0, 1, 0.5, 2]], [[0, "__proto__", 0, 2]]],
  ];
  for (const move of odd) {
    const other = new Game(small, { ...good, past: [good.past[0], move] });
    assert.deepEqual([other.past, other.state], [[], game.state]);
    assert.deepEqual(new Game(small, { ...good, future: [move] }).future, []);
  }
  const clued = readPuzzle({ ...SMALL, given: "1000" });
  assert.deepEqual(new Game(clued, { state: emptyState(clued), future: [[[0, 0, 0, 1]]] }).future, []);
});

test("marks follow bars, and neighbours with and without a bar are checked", () => {
  const puzzle = readPuzzle(exampleOf("adjacent"));
  assert.equal(puzzle.ties.length, 12);
  assert.deepEqual([...conflictsOf(puzzle, [1, 3, 0, 0, 0, 0, 0, 0, 0])], [0, 1]);
  assert.equal(conflictsOf(puzzle, [2, 1, 0, 0, 0, 0, 0, 0, 0]).size, 0);
  assert.equal(cleanMarks(puzzle, Array(9).fill(0))[0], 2);
  assert.equal(rulesOf(puzzle).length, 2);
});

test("relations of any kind are checked, in both directions", () => {
  // The second cell of the first row has twice the value of the first one, in a 4 x 4.
  const double = { relations: [[0, 1, 0]], tables: [[2, 8, 0, 0]] };
  const blank = { rows: 4, columns: 4, n: 4, given: "0".repeat(16), less: [], solutions: "several", solution: null };
  const puzzle = readPuzzle({ ...SMALL, ...blank, ...double });
  const known = (a, b) => [a, b, ...Array(14).fill(0)];
  assert.equal(conflictsOf(puzzle, known(2, 4)).size, 0);
  assert.deepEqual([...conflictsOf(puzzle, known(4, 2))], [0, 1]);
  assert.deepEqual(cleanMarks(puzzle, Array(16).fill(0)).slice(0, 3), [3, 10, 15]);
});

// In how many ways a puzzle can be filled in.
function countOf(puzzle, known = puzzle.given) {
  if (conflictsOf(puzzle, known).size) return 0;
  const cell = known.indexOf(0);
  if (cell < 0) return 1;
  const values = Array.from({ length: puzzle.n }, (_, k) => k + 1);
  return values.reduce((sum, value) => sum + countOf(puzzle, known.with(cell, value)), 0);
}

test("the examples of the rules have one solution", () => {
  for (const family of ["futoshiki", "latin", "sudoku", "adjacent", "kakuro"]) {
    const data = exampleOf(family);
    const regions = [...new Set(data.regions ?? [])];
    data.units = regions.map((k) => ["box", k, [...data.regions.keys()].filter((cell) => data.regions[cell] === k)]);
    if (family === "kakuro") {
      const runs = [[0, 2], [1, 3], [0, 1], [2, 3]];
      data.units = runs.map((cells) => ["run", 0, cells]);
      data.sums = runs.map((cells, k) => ({ cells, total: Math.max(...data.totals[k].slice(1)) }));
    }
    const puzzle = readPuzzle(data);
    assert.equal(countOf(puzzle), 1, family);
    assert.ok(isSolved(puzzle, puzzle.solution), family);
  }
});

test("data of puzzles that were stored or sent are looked at", () => {
  assert.ok(isPuzzle(SMALL) && isPuzzle(RUN));
  const odd = { id: ["", "<script>", 5], rows: [0, 26, "2", null], n: [1, 26, 2.5], given: ["000", "00000", "9000", "----"] };
  Object.assign(odd, { less: [[[0, 9]], [[0, 0]], [5], "x", "", null], units: [[[1, 2, [0]]], [["row", 0, [9]]], 7], line: [5, "", "x".repeat(70000)] });
  Object.assign(odd, { solution: ["12", "0000", 5], solutions: ["two", null], name: [7], bars: [[[0, 4]], ""], sums: [[{}], null] });
  Object.assign(odd, { places: [[0, 1, 2, 2], [0, 1, 2, 99], []], regions: [["<"]], totals: [[[0, "<", 3]]] });
  for (const [name, values] of Object.entries(odd)) {
    for (const value of values) assert.ok(!isPuzzle({ ...SMALL, [name]: value }), `${name} ${JSON.stringify(value)}`);
  }
  for (const value of [null, 5, "text", [], {}]) assert.ok(!isPuzzle(value));
  // A rule that is not known, or bars without the relations that they stand for.
  assert.ok(!isPuzzle({ ...SMALL, diagonals: [[0, 3]] }));
  assert.ok(!isPuzzle({ ...SMALL, bars: [[0, 1]] }));
  const related = { ...SMALL, bars: [[0, 1]], relations: [[0, 1, 0]], tables: [[2, 1]] };
  assert.ok(isPuzzle(related));
  const wrong = { relations: [[[0, 9, 0]], [[0, 1, 1]], [[0, 0, 0]], [[0, 1]], 5, [null], []], tables: [[], [[2]], [[2, 4]], [[2, "1"]], [null], 7] };
  for (const [name, values] of Object.entries(wrong)) {
    for (const value of values) assert.ok(!isPuzzle({ ...related, [name]: value }), `${name} ${JSON.stringify(value)}`);
  }
});

const mapStore = (kept) => {
  const setItem = (key, value) => kept.set(key, value);
  return new Store(() => ({ getItem: (key) => kept.get(key) ?? null, setItem, removeItem: (key) => kept.delete(key) }));
};

test("puzzles that were made are kept, the oldest ones not for ever", () => {
  const kept = new Map([["fastfuto made", JSON.stringify([3, null, { puzzle: {} }, { puzzle: RUN, seed: "<b>" }])]]);
  const shelf = new Shelf(mapStore(kept), [SMALL]);
  assert.deepEqual(shelf.puzzles.map(({ id }) => id), [SMALL.id, RUN.id]);
  assert.equal(shelf.made[0].seed, "");
  assert.equal(shelf.add(SMALL, ""), 0);
  for (let k = 0; k < 30; k++) {
    const id = (0x100 + k).toString(16).padStart(8, "0");
    kept.set(`fastfuto game ${id}`, "{}");
    shelf.add({ ...SMALL, id }, String(k));
  }
  assert.equal(shelf.made.length, 24);
  assert.equal(kept.has("fastfuto game 00000100"), false);
  const again = new Shelf(mapStore(kept), [SMALL]);
  assert.deepEqual(again.made.map(({ id, seed }) => [id, seed]), shelf.made.map(({ id, seed }) => [id, seed]));
  again.remove(again.made[0].id);
  assert.equal(new Shelf(mapStore(kept), [SMALL]).made.length, 23);
  const many = Array.from({ length: 1000 }, (_, k) => ({ puzzle: { ...RUN, id: (k % 990).toString(16).padStart(8, "0") } }));
  kept.set("fastfuto made", JSON.stringify(many.toSpliced(-1, 1, many.at(-2))));
  assert.deepEqual(new Shelf(mapStore(kept), []).made.map(({ id }) => id), many.slice(-24, -1).map(({ puzzle }) => puzzle.id));
});

test("what the engines do not find in time is said, with the time", () => {
  const tables = JSON.parse(readFileSync(new URL(`${folder}/engine/tables.json`, import.meta.url)));
  const yes = () => 1;
  const fake = { memory: new WebAssembly.Memory({ initial: 8 }), _initialize: yes, player_words: () => 0 };
  Object.assign(fake, { player_rules: yes, player_pose: yes, player_begin: yes, player_solve: () => -3 });
  let seconds = 0;
  const ask = (make, request) => new Engine({ ...fake, player_make: make }, tables, () => 1000 * seconds++).ask(request);
  const generate = { do: "generate", family: "latin", n: 4, level: "trivial", seed: "1" };
  assert.equal(ask(yes, { do: "solve", puzzle: SMALL, entries: [0, 0, 0, 0] }).error, "This could not be determined within 2 s.");
  assert.equal(ask(() => 0, generate).error, "No such puzzle was found within 15 s.");
  assert.ok(seconds > 15 && seconds < 20);
  assert.equal(ask(() => -3, generate).error, "No such puzzle was found within 15 s.");
});

test("what is stored is not trusted", () => {
  const given = readPuzzle({ ...SMALL, given: "1000" });
  for (const stored of [null, 3, {}, { entries: [1] }, { ...emptyState(small), entries: [9, 0, 0, 0] }]) {
    assert.equal(readState(small, stored), null);
  }
  assert.equal(readState(given, { ...emptyState(small), entries: [1, 0, 0, 0] }), null);
  const game = new Game(small, { state: 5, saved: [{}, emptyState(small)], seconds: -1, hints: "1" });
  assert.deepEqual([game.state, game.saved.length, game.seconds, game.hints], [emptyState(small), 1, 0, 0]);
});

test("a result is a line to read, and the puzzle", () => {
  const puzzle = readPuzzle({ ...SMALL, line: "2:0R0,0,0" });
  const game = new Game(puzzle, { state: emptyState(puzzle), saved: [], seconds: 75, hints: 1 });
  assert.equal(resultOf(puzzle, game), "Futoshiki 2 × 2, easy: solved in 01:15, hints: 1.\n2:0R0,0,0");
  game.hints = 0;
  assert.match(resultOf(puzzle, new Game(puzzle, JSON.parse(JSON.stringify(game)))), /: solved in 01:15, without a hint\.\n/);
});

const keeping = (kept) => new Store(() => ({ getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => kept.set(key, value) }));
const noon = (day) => new Date(2026, 10, day, 12).getTime();

test("a history has each puzzle once, with its first day and its best time", () => {
  const kept = new Map();
  const [one, other] = [new History(keeping(kept)), new History(keeping(kept))];
  const named = (id) => ({ ...small, id });
  one.add(named("00000001"), { seconds: 50, hints: 1 }, noon(20));
  other.add(named("00000002"), { seconds: 30, hints: 0 }, noon(21));
  one.add(named("00000001"), { seconds: 40, hints: 0 }, noon(22));
  one.add(named("00000003"), { seconds: 60, hints: 0 }, noon(23));
  assert.deepEqual(
    other.games.map(({ id, seconds, hints, at }) => [id, seconds, hints, at]),
    [["00000001", 40, 0, noon(20)], ["00000002", 30, 0, noon(21)], ["00000003", 60, 0, noon(23)]],
  );
  assert.deepEqual(one.statistics(), [[{ name: "Futoshiki 2 x 2", level: "easy" }, 3, 30, 43]]);
  assert.equal(one.best(small), 30);
  const streaks = [20, 21, 22, 23, 24, 25].map((day) => one.streak(noon(day)));
  assert.deepEqual(streaks, [1, 2, 2, 1, 1, 0]);
  const third = new History(keeping(new Map()));
  assert.equal(third.take(one.written()), 3);
  assert.equal(third.take(one.written()), 0);
  assert.deepEqual(third.games, one.games);
});

test("a history that is damaged is dropped, and one of a newer version is left alone", () => {
  const good = { id: "00000001", name: "x", level: "", seconds: 1, hints: 0, at: noon(20) };
  const bad = [null, 3, [], { ...good, id: "<b>" }, { ...good, seconds: -1 }, { ...good, at: "x" }, { ...good, name: "x".repeat(200) }];
  for (const games of [...bad, { length: 9 }, "x", null]) {
    const kept = new Map([["fastfuto history", JSON.stringify({ version: 1, games: Array.isArray(games) ? games : [games, good] })]]);
    assert.ok(new History(keeping(kept)).games.length <= 1);
  }
  const history = new History(keeping(new Map()));
  for (const text of ["", "{", "3", "[]", "null", '{"version": 2, "games": []}', '{"version": 1, "games": 3}']) {
    assert.equal(history.take(text), null);
  }
  const newer = JSON.stringify({ version: 2, games: { a: 1 } });
  const kept = new Map([["fastfuto history", newer]]);
  const old = new History(keeping(kept));
  old.add(small, { seconds: 5, hints: 0 });
  assert.equal(old.games.length, 1);
  assert.equal(kept.get("fastfuto history"), newer);
});

test("one part of what is stored may be anything, and the game can be played", () => {
  const good = { state: emptyState(small), saved: [emptyState(small)], seconds: 3, hints: 2 };
  const odd = [null, true, -1, 1.5, 1e300, "", "0000", "__proto__", [], [[]], [0, 0, 0, 7], [0, 0, 0, "1"], [0, 0, 0, null]];
  odd.push({}, { length: 4 }, Array(4).fill(-1), Array(5).fill(0), Array(1e5).fill(0), JSON.parse('{"__proto__": [1]}'));
  const places = [["state"], ["saved"], ["saved", 0], ["seconds"], ["hints"], ["past"], ["__proto__"], ["constructor"]];
  for (const part of Object.keys(good.state)) places.push(["state", part], ["saved", 0, part]);
  for (const place of places) {
    for (const value of odd) {
      const stored = JSON.parse(JSON.stringify(good));
      const inner = place.slice(0, -1).reduce((all, name) => all[name], stored);
      Object.defineProperty(inner, place.at(-1), { value, enumerable: true, configurable: true, writable: true });
      const game = new Game(small, JSON.parse(JSON.stringify(stored)));
      assert.deepEqual([game.state, game.past.length], [emptyState(small), 0]);
      assert.ok(game.saved.length < 2 && game.seconds >= 0 && game.seconds <= 1e9);
      assert.ok(game.hints >= 0 && game.hints <= 1e9);
      assert.ok(game.enter([0], 1, true) && !game.isSolved);
      assert.equal({}.entries, undefined);
    }
  }
  assert.equal(new Game(small, { ...good, saved: Array(1000).fill(emptyState(small)) }).saved.length, 12);
});

test("settings that were stored are taken one by one, if they are right", () => {
  const usual = { conflicts: true, tidy: true, timer: true, lines: true, equals: true, theme: "auto" };
  for (const stored of [null, 3, "text", [], [1], {}, { theme: 7 }, { theme: {} }, { theme: "__proto__" }, { timer: "no" }]) {
    assert.deepEqual(readSettings(stored), usual);
  }
  assert.deepEqual(readSettings(JSON.parse('{"__proto__": {"tidy": false}, "other": 1}')), usual);
  const chosen = { conflicts: false, tidy: false, timer: false, lines: false, equals: false, theme: "dark" };
  assert.deepEqual(readSettings(JSON.parse(JSON.stringify(chosen))), chosen);
  assert.deepEqual(readSettings({ ...chosen, tidy: 0 }), { ...chosen, tidy: true });
});

test("links lead back, and damaged ones are refused", () => {
  const link = writeLink(small, [1, 0, 0, 2]);
  assert.deepEqual(readLink(`#${link}`), { id: SMALL.id, written: "1002", line: undefined });
  assert.equal(readLink(""), null);
  assert.deepEqual(entriesOf(small, "1002"), [1, 0, 0, 2]);
  assert.equal(entriesOf(run, "1002"), null);
  assert.equal(entriesOf(small, "1003"), null);
  assert.equal(entriesOf(readPuzzle({ ...SMALL, given: "1000" }), "1002"), null);
  // A puzzle that was made goes along.
  const puzzle = readPuzzle({ ...SMALL, line: '{"a.b": "ż <&>"}' });
  assert.deepEqual(readLink(writeLink(puzzle, [0, 0, 0, 2], true)), { id: SMALL.id, written: "0002", line: puzzle.line });
  assert.ok(readLink("x".repeat(80000)).error);
  for (let k = 0; k < link.length; k++) {
    for (const character of "09az.<\u0000") {
      if (character !== link[k]) assert.ok(readLink(link.slice(0, k) + character + link.slice(k + 1)).error);
    }
  }
});

test("a store that throws, is full or holds something else", () => {
  const forbidden = new Store(() => {
    throw new Error("forbidden");
  });
  assert.deepEqual([forbidden.read("x"), forbidden.write("x", 1)], [null, false]);
  const kept = new Map([["fastfuto bad", "{"]]);
  const store = new Store(() => ({ getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => kept.set(key, value) }));
  assert.ok(store.write("x", [1]));
  assert.deepEqual([store.read("x"), store.read("bad"), store.read("none")], [[1], null, null]);
});

test("where things are, and what they are called", () => {
  assert.deepEqual(cornerOf(small, 3), { x: 15 + 1.26 * 40, y: 15 + 1.26 * 40 });
  assert.deepEqual(extentOf(run), { width: 139, height: 59 });
  assert.equal(neighbourOf(small, 0, [0, 1]), 1);
  assert.equal(neighbourOf(small, 0, [-1, 0]), 0);
  assert.equal(neighbourOf(run, 0, [0, -1]), 0);
  assert.equal(signTowards(small, 1, [0, -1]), 0);
  assert.equal(signTowards(small, 1, [1, 0]), -1);
  for (const n of [1, 4, 9, 12, 25]) {
    const spots = spotsOf({ n, gaps: true, less: [] });
    assert.equal(new Set(spots.map(({ x, y }) => `${x} ${y}`)).size, n);
    assert.ok(spots.every(({ x, y, size }) => x > 0 && x < 40 && y - size / 2 >= 0 && y + size / 2 <= 40));
  }
  const game = new Game(small);
  game.mark([0], 2, "corner");
  const view = { state: game.state, known: knownValues(small, game.state.entries), conflicts: new Set([1]) };
  assert.equal(describeCell(small, 0, view), "Row 1, column 1, empty, marks 2, less than the cell to the right");
  assert.equal(describeCell(small, 1, view), "Row 1, column 2, empty, greater than the cell to the left, breaks a rule");
});
