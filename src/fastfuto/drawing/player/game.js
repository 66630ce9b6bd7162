// A game: what a player has entered and marked, and how it came to that. A state is never changed; each move makes
// another one, so that undoing is going back to the one before.
import { bit, has, isSolved, knownValues, range } from "./rules.js";
import { cleanMarks } from "./steps.js";

const MOST_UNDONE = 500;
const MOST_SAVED = 12;
const isCount = (number, limit) => Number.isInteger(number) && number >= 0 && number <= limit;

export const emptyState = (puzzle) => ({
  entries: range(puzzle.count).map(() => 0),
  corner: range(puzzle.count).map(() => 0),
  centre: range(puzzle.count).map(() => 0),
  grey: range(puzzle.less.length).map(() => 0),
});

// A state that was stored, or null if it is none of this puzzle.
export function readState(puzzle, stored) {
  const isList = (list, length, limit) =>
    Array.isArray(list) && list.length === length && list.every((number) => isCount(number, limit));
  const { entries, corner, centre, grey } = stored ?? {};
  const isRight =
    isList(entries, puzzle.count, puzzle.n) &&
    isList(corner, puzzle.count, puzzle.full) &&
    isList(centre, puzzle.count, puzzle.full) &&
    isList(grey, puzzle.less.length, 1) &&
    entries.every((value, cell) => !value || !puzzle.given[cell]);
  return isRight ? { entries, corner, centre, grey } : null;
}

export class Game {
  constructor(puzzle, stored) {
    this.puzzle = puzzle;
    this.state = readState(puzzle, stored?.state) ?? emptyState(puzzle);
    this.past = [];
    this.future = [];
    const saved = Array.isArray(stored?.saved) ? stored.saved.slice(0, MOST_SAVED) : [];
    this.saved = saved.map((state) => readState(puzzle, state)).filter(Boolean);
    this.seconds = isCount(stored?.seconds, 1e9) ? stored.seconds : 0;
    this.hints = isCount(stored?.hints, 1e9) ? stored.hints : 0;
  }

  // What is stored of the game.
  toJSON() {
    return { state: this.state, saved: this.saved, seconds: this.seconds, hints: this.hints };
  }

  // One line that says what was solved, how long it took, and with how many hints.
  get result() {
    return `${this.puzzle.line}\t${this.seconds} s\t${this.hints} ${this.hints === 1 ? "hint" : "hints"}`;
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
    if (JSON.stringify(state) === JSON.stringify(this.state)) return false;
    this.past.push(this.state);
    this.past.splice(0, this.past.length - MOST_UNDONE);
    this.future = [];
    this.state = state;
    return true;
  }

  undo() {
    return this.#travel(this.past, this.future);
  }

  redo() {
    return this.#travel(this.future, this.past);
  }

  #travel(from, to) {
    if (!from.length) return false;
    to.push(this.state);
    this.state = from.pop();
    return true;
  }

  // The cells among these that are not clues.
  #open(cells) {
    return cells.filter((cell) => !this.puzzle.given[cell]);
  }

  // Enter a value in cells, or take it out if all of them have it; `tidy` takes it out of the marks in sight, too.
  enter(cells, value, tidy) {
    const open = this.#open(cells);
    const entries = [...this.state.entries];
    const corner = [...this.state.corner];
    const centre = [...this.state.centre];
    const isThere = open.every((cell) => entries[cell] === value);
    for (const cell of open) {
      entries[cell] = isThere ? 0 : value;
      if (isThere || !tidy) continue;
      for (const peer of this.puzzle.peers[cell]) {
        corner[peer] &= ~bit(value);
        centre[peer] &= ~bit(value);
      }
    }
    return this.move({ entries, corner, centre });
  }

  // Mark a value in empty cells, or take the mark away if all of them have it; `kind` is corner or centre.
  mark(cells, value, kind) {
    const open = this.#open(cells).filter((cell) => !this.state.entries[cell]);
    const marks = [...this.state[kind]];
    const isThere = open.every((cell) => has(marks[cell], value));
    for (const cell of open) marks[cell] = isThere ? marks[cell] & ~bit(value) : marks[cell] | bit(value);
    return this.move({ [kind]: marks });
  }

  // Take out entries or, where there are none, marks.
  clear(cells) {
    const open = this.#open(cells);
    const { entries, corner, centre } = this.state;
    const isEmptied = (cell) => open.includes(cell);
    if (open.some((cell) => entries[cell])) {
      return this.move({ entries: entries.map((value, cell) => (isEmptied(cell) ? 0 : value)) });
    }
    return this.move({
      corner: corner.map((mask, cell) => (isEmptied(cell) ? 0 : mask)),
      centre: centre.map((mask, cell) => (isEmptied(cell) ? 0 : mask)),
    });
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

  // Note in the marks what a step removes.
  noteStep(step) {
    const clean = cleanMarks(this.puzzle, this.state.entries);
    const corner = [...this.state.corner];
    for (const [cell, values] of step.removed) {
      corner[cell] = (corner[cell] || clean[cell]) & ~values.reduce((mask, value) => mask | bit(value), 0);
    }
    return this.move({ corner });
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
    return this.move(emptyState(this.puzzle));
  }
}
