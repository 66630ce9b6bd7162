// The modules of the player without a browser: `node --test modules.test.mjs`.
import assert from "node:assert/strict";
import { test } from "node:test";

const folder = "../../../src/fastfuto/drawing/player";
const { Game, emptyState, readState } = await import(`${folder}/game.js`);
const { cornerOf, describeCell, extentOf, neighbourOf, signTowards, spotsOf } = await import(`${folder}/geometry.js`);
const { readLink, writeLink } = await import(`${folder}/link.js`);
const { conflictsOf, isSolved, knownValues, leftTo, readPuzzle, wrongEntries } = await import(`${folder}/rules.js`);
const { cleanMarks } = await import(`${folder}/steps.js`);
const { readSettings, Store } = await import(`${folder}/store.js`);

// 1 < 2 in the first row, with the solution 1 2 / 2 1.
const SMALL = {
  ...{ id: "0123abcd", gaps: true, name: "Futoshiki 2 x 2", level: "easy", rows: 2, columns: 2, n: 2 },
  ...{ given: "0000", less: [[0, 1]], solutions: "one", solution: "1221", units: [], sums: [], square: true },
};
// Two cells of total 3 beside a black one.
const RUN = {
  ...{ id: "00000001", name: "Kakuro 1 x 3", level: "", rows: 1, columns: 3, n: 9, given: "00" },
  ...{ less: [], solutions: "several", solution: null, units: [["run", 0, [0, 1]]], places: [1, 2] },
  ...{ totals: [[0, 0, 3]], sums: [{ cells: [0, 1], total: 3 }] },
};
const small = readPuzzle(SMALL);
const run = readPuzzle(RUN);

test("rules: lines, peers, conflicts and the end", () => {
  assert.deepEqual(small.lines, ["row 1", "row 2", "column 1", "column 2"]);
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
  assert.deepEqual(run.lines, ["the run r1c2-r1c3"]);
  assert.deepEqual(leftTo(run.sums[0], [511, 511]), { open: 2, values: 3, isPossible: true });
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

test("a result is one line with the puzzle, the time and the hints", () => {
  const puzzle = readPuzzle({ ...SMALL, line: "2:0R0,0,0" });
  const game = new Game(puzzle, { state: emptyState(puzzle), saved: [], seconds: 75, hints: 1 });
  assert.equal(game.result, "2:0R0,0,0\t75 s\t1 hint");
  game.hints += 1;
  assert.equal(new Game(puzzle, JSON.parse(JSON.stringify(game))).result, "2:0R0,0,0\t75 s\t2 hints");
});

test("one part of what is stored may be anything, and the game can be played", () => {
  const good = { state: emptyState(small), saved: [emptyState(small)], seconds: 3, hints: 2 };
  const odd = [null, true, -1, 1.5, 1e300, "", "0000", "__proto__", [], [[]], [0, 0, 0, 4], [0, 0, 0, "1"], [0, 0, 0, null]];
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
  const usual = { conflicts: true, tidy: true, timer: true, theme: "auto" };
  for (const stored of [null, 3, "text", [], [1], {}, { theme: 7 }, { theme: {} }, { theme: "__proto__" }, { timer: "no" }]) {
    assert.deepEqual(readSettings(stored), usual);
  }
  assert.deepEqual(readSettings(JSON.parse('{"__proto__": {"tidy": false}, "other": 1}')), usual);
  const chosen = { conflicts: false, tidy: false, timer: false, theme: "dark" };
  assert.deepEqual(readSettings(JSON.parse(JSON.stringify(chosen))), chosen);
  assert.deepEqual(readSettings({ ...chosen, tidy: 0 }), { ...chosen, tidy: true });
});

test("links lead back, and damaged ones are refused", () => {
  const link = writeLink(small, [1, 0, 0, 2]);
  assert.deepEqual(readLink(`#${link}`, [run, small]), { number: 1, entries: [1, 0, 0, 2] });
  assert.equal(readLink("", [small]), null);
  assert.ok(readLink(`#${link}`, [run]).error);
  const clued = readPuzzle({ ...SMALL, given: "1000" });
  assert.ok(readLink(`#${link}`, [clued]).error);
  for (let k = 0; k < link.length; k++) {
    for (const character of "09az.<\u0000") {
      if (character !== link[k]) assert.ok(readLink(link.slice(0, k) + character + link.slice(k + 1), [small]).error);
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
  assert.deepEqual(cornerOf(small, 3), { x: 10 + 1.32 * 40, y: 10 + 1.32 * 40 });
  assert.deepEqual(extentOf(run), { width: 140, height: 60 });
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
  assert.equal(describeCell(small, 0, view), "Row 1, column 1, empty, corner marks 2, less than the right one");
  assert.equal(describeCell(small, 1, view), "Row 1, column 2, empty, greater than the left one, breaks a rule");
});
