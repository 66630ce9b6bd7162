// The engines of the package behind the requests of the page: messages to the module, and what its answers mean.
import { Decoder } from "./decoding.js";
import { blankOf, boardOf, boxOf, fieldsOf } from "./made.js";
import { inOrder, isWhole, LARGEST, Model, neighboursOf, range, refuse, Refusal } from "./model.js";
import { readText } from "./reading.js";
import { stocked } from "./stock.js";

const [REFUSED, NO_ROOM, LATE] = [-1, -2, -3];
const [, ONE_STEP, WRONG_ENTRY, WRONG_MARKS] = range(4);
const [PAUSED, SOLVED] = [0, 7];
const SENTENCES = {
  [REFUSED]: "This is not a puzzle: something in it is out of range.",
  [NO_ROOM]: "There is not enough memory for this puzzle.",
  [LATE]: "This could not be determined within 2 s.",
};
const WISHES = 6; // numbers of a plan before its rules
const MAKING = 15000; // milliseconds that a new puzzle may take
const NOT_MADE = "No such puzzle was found within 15 s.";

export class Engine {
  // `exports` are those of an instance of the module; `clock` tells milliseconds.
  constructor(exports, tables, clock = () => performance.now()) {
    this.exports = exports;
    this.tables = tables;
    this.clock = clock;
    this.posed = "";
    exports._initialize();
    this.call("rules", [0, ...tables.scores, ...tables.times.flat()]);
  }

  // The answer to a request, or {"error": sentence}.
  ask(request) {
    try {
      if (!Object.hasOwn(ACTS, request?.do)) refuse(`do must be ${Object.keys(ACTS).join(", ")}`);
      return ACTS[request.do].call(this, request);
    } catch (error) {
      if (error instanceof Refusal) return { error: error.message };
      // Whatever has happened, the next puzzle is posed anew.
      this.posed = "";
      return { error: "The engines could not work on this." };
    }
  }

  // The module's memory may have moved when it has grown.
  words(address, count) {
    return new Int32Array(this.exports.memory.buffer, address, count);
  }

  // Call a function with a message, whose length comes first; what it returns, or a refusal.
  call(name, message, ...others) {
    if (message) this.words(this.exports.player_words(), message.length).set(message);
    const answer = this.exports[`player_${name}`](...(message ? [message.length] : []), ...others);
    if (answer < 0) refuse(name === "make" && answer === LATE ? NOT_MADE : SENTENCES[answer] ?? SENTENCES[REFUSED]);
    return answer;
  }

  answer(count, from = 0) {
    return [...this.words(this.exports.player_words() + 4 * from, count)];
  }

  // Let the module look at a puzzle, if it does not already.
  pose(data) {
    const model = new Model(data);
    const { message } = model;
    const key = message.join();
    if (key !== this.posed) {
      this.posed = "";
      this.call("pose", message);
      this.posed = key;
    }
    return model;
  }

  // Requests ---------------------------------------------------------------------------------------------

  // A puzzle of a family, a size and a level or, to practise, one that needs a technique.
  generate({ family, n, level, seed, technique }) {
    if (Object.hasOwn(this.tables.stock, family)) return this.fromStock(family, n, level ?? "easy", seed);
    const plan = technique ? this.practiceOf(family, n, technique) : this.planOf(family, n, level ?? null);
    const halves = halvesOf(seed);
    const isAdjacent = family === "adjacent";
    const pairs = ["futoshiki", "adjacent", "signs"].includes(family) ? neighboursOf(n) : [];
    this.pose(boardOf(blankOf(family, n)));
    const [wishes, rules] = [plan.slice(0, WISHES), plan.slice(WISHES)];
    const asked = [isAdjacent ? 1 : 0, ...wishes, 0, this.tables.tries, pairs.length];
    this.call("begin", [...halves, ...asked, ...rules, ...pairs.flat()]);
    const end = this.clock() + MAKING;
    while (!this.call("make")) if (this.clock() > end) refuse(NOT_MADE);
    return { ...this.made(family, n, pairs), seed: String(BigInt(seed)) };
  }

  made(family, n, pairs) {
    const [rule, top, total, steps, tenths, isSolved, nLess] = this.answer(7);
    const count = n * n;
    const clues = this.answer(count, 7);
    const solution = this.answer(count, 7 + count);
    const chosen = this.answer(2 * nLess, 7 + 2 * count);
    const less = range(nLess).map((k) => [chosen[2 * k], chosen[2 * k + 1]]).sort(inOrder);
    const grade = this.gradeOf(isSolved, [rule, top, total, steps, tenths]);
    const bars = pairs.filter(([a, b]) => Math.abs(solution[a] - solution[b]) === 1).sort(inOrder);
    const puzzle = { ...blankOf(family, n), clues, less, ...(family === "adjacent" ? { bars } : {}) };
    const { level, score, minutes } = grade;
    return { puzzle: fieldsOf(puzzle, { solutions: "one", solution, level, minutes }), solution, grade: { level, score, minutes } };
  }

  // A puzzle of the stock, in one of its disguises.
  fromStock(kind, n, level, seed) {
    halvesOf(seed);
    const sizes = this.tables.stock[kind];
    if (!Object.hasOwn(sizes, n)) refuse(`n must be ${Object.keys(sizes).join(", ")}`);
    if (!Object.hasOwn(sizes[n], level)) refuse(`level must be ${Object.keys(sizes[n]).join(", ")}`);
    const made = stocked(kind, n, sizes[n][level], BigInt(seed));
    const known = this.known(this.pose(boardOf(made)));
    const grade = { level: known.level, score: known.score, minutes: known.minutes };
    return { puzzle: fieldsOf(made, known), solution: known.solution, grade, seed: String(BigInt(seed)) };
  }

  // What the generator is to do for a puzzle that needs a technique.
  practiceOf(family, n, technique) {
    const { practice, plans } = this.tables;
    const [size, techniques] = Object.hasOwn(practice, family) ? practice[family] : refuse("There is no practice for this family.");
    if (n !== size) refuse(`n must be ${size}`);
    if (!Object.hasOwn(techniques, technique)) refuse(`technique must be ${Object.keys(techniques).join(", ")}`);
    return plans[techniques[technique]];
  }

  // What the generator is to do.
  planOf(family, n, level) {
    const { families, levels, open, plans } = this.tables;
    if (!Object.hasOwn(families, family)) refuse(`family must be ${Object.keys(families).join(", ")}`);
    if (!isWhole(n, 1, LARGEST)) refuse(`n must be a whole number from 1 to ${LARGEST}`);
    const names = [null, ...levels.map(([, name]) => name), open];
    if (!names.includes(level)) refuse(`level must be ${names.slice(1).join(", ")}`);
    if (["sudoku", "signs"].includes(family) && !boxOf(n)) refuse(`A Sudoku with n = ${n} has no boxes.`);
    const plan = plans[families[family][n - 1][names.indexOf(level)]];
    return plan ?? refuse(`There are no puzzles of this family with n = ${n} and the level ${level}.`);
  }

  grade({ puzzle }) {
    this.pose(puzzle);
    const { level, score, minutes } = this.graded();
    return { level, score, minutes };
  }

  graded() {
    const verdict = this.call("grade");
    return { ...this.gradeOf(verdict === SOLVED, this.answer(5)), exact: verdict !== PAUSED };
  }

  gradeOf(isSolved, [rule, top, total, steps, tenths]) {
    const { levels, open, rules } = this.tables;
    const level = isSolved ? levels.find(([greatest]) => top <= greatest)[1] : open;
    return { level, hardest: rules[rule] ?? null, score: top / 10, total: total / 10, steps, minutes: isSolved ? tenths / 10 : null };
  }

  solve({ puzzle, entries, limit = 2 }) {
    const model = this.pose(puzzle);
    if (!isWhole(limit, 1, 2)) refuse("limit must be 1 or 2");
    const position = model.position(entries ?? model.given.map(() => 0));
    const count = this.call("solve", position, limit);
    return { count, solution: count ? this.answer(model.nCells) : null };
  }

  hint({ puzzle, entries, candidates }) {
    const model = this.pose(puzzle);
    const position = model.position(entries ?? model.given.map(() => 0), candidates);
    const told = this.call("hint", position, this.tables.ahead);
    const [cell, value] = this.answer(2);
    const at = model.cells[cell];
    const decoder = new Decoder(model, this.tables);
    if (told === WRONG_ENTRY) {
      return { step: decoder.stepOf("mistake", { removed: [[at, [value]]], cells: [at], values: [value] }) };
    }
    if (told === WRONG_MARKS) return { step: decoder.stepOf("mistake", { cells: [at] }) };
    return { step: told === ONE_STEP ? this.stepsOf(decoder)[0] : null };
  }

  explain({ puzzle, limit = 100000 }) {
    const model = this.pose(puzzle);
    if (!isWhole(limit, 1, 100000)) refuse("limit must be 1 to 100000");
    const verdict = this.call("explain", null, limit, model.nCells <= this.tables.compared ? 1 : 0);
    return { solved: verdict === SOLVED, steps: this.stepsOf(new Decoder(model, this.tables)) };
  }

  // The steps of the two logs.
  stepsOf(decoder) {
    const [nLog, nCases] = this.answer(2, 2);
    const rowsOf = (address, count) => {
      const words = this.words(address, 3 * count);
      return range(count).map((k) => [words[3 * k], words[3 * k + 1], words[3 * k + 2]]);
    };
    return decoder.steps(rowsOf(this.exports.player_log(), nLog), rowsOf(this.exports.player_cases(), nCases));
  }

  read({ text }) {
    const puzzle = readText(text, this.tables.usual);
    return { puzzle: fieldsOf(puzzle, this.known(this.pose(boardOf(puzzle)))) };
  }

  // What is to be said of a puzzle: how many solutions it has and, if there is one, how hard it is.
  known(model) {
    let count;
    try {
      count = this.call("solve", model.position(model.given.map(() => 0)), 2);
    } catch {
      return { solutions: "unknown" };
    }
    if (count !== 1) return { solutions: count ? "several" : "none" };
    return { solutions: "one", solution: this.answer(model.nCells), ...this.graded() };
  }
}

// A seed of 64 bits, a text of decimal digits, as two numbers of 32 bits.
function halvesOf(seed) {
  if (typeof seed !== "string" || !/^[0-9]{1,20}$/.test(seed) || BigInt(seed) >= 2n ** 64n) {
    refuse("seed must be a whole number from 0 to 2**64 - 1");
  }
  return [BigInt(seed), BigInt(seed) >> 32n].map((half) => Number(BigInt.asIntN(32, half)));
}

const { generate, grade, hint, solve, explain, read } = Engine.prototype;
const ACTS = { generate, grade, hint, solve, explain, read };
