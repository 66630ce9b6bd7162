// A game: what a player has entered and marked, and how it came to that. A state is never changed; each move makes
// another one, so that undoing is going back to the one before.
import { bit, has, isSolved, knownValues, range } from "./rules.js";
import { cleanMarks } from "./marks.js";

const MOST_UNDONE = 500;
const MOST_SAVED = 12;
export const COLOURS = ["yellow", "green", "blue", "pink", "orange", "violet"];
const isCount = (number, limit) => Number.isInteger(number) && number >= 0 && number <= limit;

// The parts of a state, each a list: how long it is, and the greatest number in it.
const SHAPE = {
  entries: ({ count, n }) => [count, n],
  corner: ({ count, full }) => [count, full],
  centre: ({ count, full }) => [count, full],
  grey: ({ less }) => [less.length, 1],
  colour: ({ count }) => [count, COLOURS.length],
  // The colours of marks: those of the first cell, then of the others.
  tint: ({ count, n }) => [count * n, COLOURS.length],
};
const KINDS = Object.keys(SHAPE);
// Not part of all states that were stored, and left out where they are empty.
const OPTIONAL = ["colour", "tint"];
export const tintOf = ({ n }, { tint }, cell, value) => tint[cell * n + value - 1];

export const emptyState = (puzzle) =>
  Object.fromEntries(KINDS.map((kind) => [kind, range(SHAPE[kind](puzzle)[0]).map(() => 0)]));

// A state that was stored, or null if it is none of this puzzle.
export function readState(puzzle, stored) {
  if (typeof stored !== "object" || !stored) return null;
  const { colour, tint } = emptyState(puzzle);
  const state = { colour, tint, ...stored };
  const isRight = KINDS.every((kind) => {
    const [length, limit] = SHAPE[kind](puzzle);
    const list = state[kind];
    return Array.isArray(list) && list.length === length && list.every((number) => isCount(number, limit));
  });
  if (!isRight || state.entries.some((value, cell) => value && puzzle.given[cell])) return null;
  return Object.fromEntries(KINDS.map((kind) => [kind, state[kind]]));
}

// What is stored of a state.
const written = (state) => Object.fromEntries(Object.entries(state).filter(([kind, list]) => !OPTIONAL.includes(kind) || list.some(Boolean)));

// What a move changes: [kind, index, before, after] for each number, with the number of the kind.
function changesBetween(old, state) {
  const of = (kind, k) =>
    state[kind].flatMap((value, at) => (value === old[kind][at] ? [] : [[k, at, old[kind][at], value]]));
  return KINDS.flatMap((kind, k) => (old[kind] === state[kind] ? [] : of(kind, k)));
}

// The state after changes, or before them; null if they do not belong to it.
function changed(puzzle, state, changes, isBack) {
  const next = { ...state };
  for (const [k, at, before, after] of changes) {
    const kind = KINDS[k];
    const [from, to] = isBack ? [after, before] : [before, after];
    if (!isCount(at, state[kind].length - 1) || next[kind][at] !== from || !isCount(to, SHAPE[kind](puzzle)[1])) return null;
    if (kind === "entries" && puzzle.given[at]) return null;
    if (next[kind] === state[kind]) next[kind] = [...state[kind]];
    next[kind][at] = to;
  }
  return next;
}

// Moves that were stored, or none if one of them does not lead to the next one; the last of them is next to the state.
function readMoves(puzzle, state, stored, isBack) {
  try {
    const moves = stored.slice(-MOST_UNDONE);
    const end = [...moves].reverse().reduce((at, changes) => changed(puzzle, at, changes, isBack), state);
    return end && moves.every(({ length }) => length) ? moves : [];
  } catch {
    return [];
  }
}

export class Game {
  constructor(puzzle, stored) {
    this.puzzle = puzzle;
    this.state = readState(puzzle, stored?.state) ?? emptyState(puzzle);
    this.past = readMoves(puzzle, this.state, stored?.past, true);
    this.future = readMoves(puzzle, this.state, stored?.future, false);
    const saved = Array.isArray(stored?.saved) ? stored.saved.slice(0, MOST_SAVED) : [];
    this.saved = saved.map((state) => readState(puzzle, state)).filter(Boolean);
    this.seconds = isCount(stored?.seconds, 1e9) ? stored.seconds : 0;
    this.hints = isCount(stored?.hints, 1e9) ? stored.hints : 0;
    this.isShown = stored?.isShown === true;
    // The clock stops when the puzzle is solved, whatever is undone later.
    this.isTimed = stored?.isTimed !== false;
  }

  // What is stored of the game.
  toJSON() {
    const { state, saved, seconds, hints, isShown, isTimed, past, future } = this;
    return { state: written(state), saved: saved.map(written), seconds, hints, isShown, isTimed, past, future };
  }

  get known() {
    return knownValues(this.puzzle, this.state.entries);
  }

  get isSolved() {
    return isSolved(this.puzzle, this.known);
  }

  // Make a move: the parts of the state that change. False if nothing does.
  move(changes) {
    const state = { ...this.state, ...changes };
    const made = changesBetween(this.state, state);
    if (!made.length) return false;
    this.past.push(made);
    this.past.splice(0, this.past.length - MOST_UNDONE);
    this.future = [];
    this.state = state;
    return true;
  }

  undo() {
    return this.#travel(this.past, this.future, true);
  }

  redo() {
    return this.#travel(this.future, this.past, false);
  }

  #travel(from, to, isBack) {
    if (!from.length) return false;
    const changes = from.pop();
    this.state = changed(this.puzzle, this.state, changes, isBack);
    to.push(changes);
    return true;
  }

  // The cells among these that are not clues.
  #open(cells) {
    return cells.filter((cell) => !this.puzzle.given[cell]);
  }

  // Enter a value in cells, or take it out if all of them have it; `tidy` takes it out of the marks in sight, too.
  enter(cells, value, tidy) {
    const open = this.#open(cells);
    const changes = this.#copied();
    const isThere = open.every((cell) => changes.entries[cell] === value);
    for (const cell of open) {
      if (isThere) changes.entries[cell] = 0;
      else this.#put(changes, cell, value, tidy);
    }
    return this.move(changes);
  }

  #copied() {
    const { entries, corner, centre } = this.state;
    return { entries: [...entries], corner: [...corner], centre: [...centre] };
  }

  #put({ entries, corner, centre }, cell, value, tidy) {
    entries[cell] = value;
    for (const peer of tidy ? this.puzzle.peers[cell] : []) {
      corner[peer] &= ~bit(value);
      centre[peer] &= ~bit(value);
    }
  }

  // Mark a value in empty cells, or take the mark away if all of them have it; `kind` is corner or centre.
  mark(cells, value, kind) {
    const open = this.#open(cells).filter((cell) => !this.state.entries[cell]);
    const marks = [...this.state[kind]];
    const isThere = open.every((cell) => has(marks[cell], value));
    for (const cell of open) marks[cell] = isThere ? marks[cell] & ~bit(value) : marks[cell] | bit(value);
    return this.move({ [kind]: marks });
  }

  // Colour cells or, with a value, its mark in them; take the colour away if all of them have it.
  paint(cells, number, value = 0) {
    const kind = value ? "tint" : "colour";
    const places = value ? cells.map((cell) => cell * this.puzzle.n + value - 1) : cells;
    const colours = [...this.state[kind]];
    const isThere = places.every((place) => colours[place] === number);
    for (const place of places) colours[place] = isThere ? 0 : number;
    return this.move({ [kind]: colours });
  }

  // Fill in a solution. It is not the player who has solved the puzzle then.
  show(solution) {
    this.isShown = true;
    return this.move({ entries: solution.map((value, cell) => (this.puzzle.given[cell] ? 0 : value)) });
  }

  // Take out entries or, where there are none, marks or, where there are none of these, colours.
  clear(cells) {
    const open = this.#open(cells);
    const { entries, corner, centre } = this.state;
    const isEmptied = (cell) => open.includes(cell);
    if (open.some((cell) => entries[cell])) {
      return this.move({ entries: entries.map((value, cell) => (isEmptied(cell) ? 0 : value)) });
    }
    const emptied = (list) => list.map((number, cell) => (isEmptied(cell) ? 0 : number));
    if (open.some((cell) => corner[cell] || centre[cell])) {
      return this.move({ corner: emptied(corner), centre: emptied(centre) });
    }
    const { colour, tint } = this.state;
    const without = (list, size) => list.map((number, place) => (cells.includes(Math.floor(place / size)) ? 0 : number));
    return this.move({ colour: without(colour, 1), tint: without(tint, this.puzzle.n) });
  }

  // Fill the corners of empty cells with what clues and entries leave, and keep what the player has excluded.
  fillMarks() {
    const clean = cleanMarks(this.puzzle, this.state.entries);
    return this.move({
      corner: this.state.corner.map((mask, cell) => {
        if (this.known[cell]) return mask;
        return mask & clean[cell] || clean[cell];
      }),
    });
  }

  // Note in the marks what a step removes, and enter what it places; `tidy` as in `enter`. A mistake is taken out.
  noteStep({ technique, placed, removed, cells }, tidy) {
    if (technique === "mistake") return this.clear(cells.map((at) => this.puzzle.numberOf.get(at.join())));
    const clean = cleanMarks(this.puzzle, this.state.entries);
    const changes = this.#copied();
    const { corner } = changes;
    const numberOf = (at) => this.puzzle.numberOf.get(at.join());
    for (const [at, values] of removed) {
      const cell = numberOf(at);
      corner[cell] = (corner[cell] || clean[cell]) & ~values.reduce((mask, value) => mask | bit(value), 0);
    }
    for (const [at, value] of placed) this.#put(changes, numberOf(at), value, tidy);
    return this.move(changes);
  }

  greySign(number) {
    return this.move({ grey: this.state.grey.map((is, k) => (k === number ? 1 - is : is)) });
  }

  savePoint() {
    this.saved = [...this.saved, this.state].slice(-MOST_SAVED);
  }

  backTo(number) {
    return this.move(this.saved[number]);
  }

  forget(number) {
    this.saved = this.saved.filter((_, k) => k !== number);
  }

  startOver() {
    this.isShown = false;
    if (!this.isTimed) this.seconds = this.hints = 0;
    this.isTimed = true;
    return this.move(emptyState(this.puzzle));
  }
}
