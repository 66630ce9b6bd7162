// The puzzles that can be opened: those of the page, and those that were made or typed in, which the browser keeps.
import { isPuzzle, readPuzzle } from "./rules.js";

const MOST_KEPT = 24;

export class Shelf {
  constructor(store, own) {
    this.store = store;
    this.own = own.map(readPuzzle);
    const kept = store.read("made");
    this.made = (Array.isArray(kept) ? kept : []).filter((each) => isPuzzle(each?.puzzle)).map(readMade);
  }

  get puzzles() {
    return [...this.own, ...this.made];
  }

  // Keep a puzzle, and forget that which was added longest ago if there are too many; the number of the puzzle.
  add(data, seed) {
    const there = this.puzzles.findIndex((puzzle) => puzzle.id === data.id);
    if (there >= 0) return there;
    this.made.push(readMade({ puzzle: data, seed }));
    while (this.made.length > MOST_KEPT) this.store.remove(`game ${this.made.shift().id}`);
    this.#keep();
    return this.puzzles.length - 1;
  }

  // Forget a puzzle that was made.
  remove(puzzle) {
    this.made = this.made.filter((each) => each !== puzzle);
    this.store.remove(`game ${puzzle.id}`);
    this.#keep();
  }

  #keep() {
    this.store.write("made", this.made.map(({ data, seed }) => ({ puzzle: data, seed })));
  }
}

function readMade({ puzzle, seed }) {
  return { ...readPuzzle(puzzle), seed: /^[0-9]{1,20}$/.test(seed) ? String(seed) : "" };
}
