// The puzzles that can be opened, as data: those of the page, and those that were made or typed in, which the browser
// keeps. A puzzle is read when it is opened, because that takes longer than all else at the start.
import { isPuzzle } from "./rules.js";

const MOST_KEPT = 24;

export class Shelf {
  constructor(store, own) {
    this.store = store;
    this.own = own;
    this.reload();
  }

  // Read what the browser keeps, which another tab may have changed.
  reload() {
    const kept = this.store.read("made");
    const read = (Array.isArray(kept) ? kept.slice(-MOST_KEPT) : []).filter((each) => isPuzzle(each?.puzzle)).map(readMade);
    this.made = read.filter(({ id }, k) => read.findIndex((other) => other.id === id) === k);
  }

  get puzzles() {
    return [...this.own, ...this.made];
  }

  // Keep a puzzle, and forget that which was added longest ago if there are too many; the number of the puzzle.
  add(data, seed) {
    this.reload();
    const there = this.puzzles.findIndex(({ id }) => id === data.id);
    if (there >= 0) return there;
    this.made.push(readMade({ puzzle: data, seed }));
    while (this.made.length > MOST_KEPT) this.store.remove(`game ${this.made.shift().id}`);
    this.#keep();
    return this.puzzles.length - 1;
  }

  has(id) {
    return this.made.some((data) => data.id === id);
  }

  // Forget a puzzle that was made.
  remove(id) {
    this.reload();
    this.made = this.made.filter((data) => data.id !== id);
    this.store.remove(`game ${id}`);
    this.#keep();
  }

  #keep() {
    this.store.write("made", this.made.map((puzzle) => ({ puzzle, seed: puzzle.seed })));
  }
}

const readMade = ({ puzzle, seed }) => ({ ...puzzle, seed: /^[0-9]{1,20}$/.test(seed) ? String(seed) : "" });
