// A puzzle that the player draws: an empty grid, whose entries become the clues, and signs between its cells. Each change of
// either makes a step, so that both are undone in their order.
import { range } from "./rules.js";

const FAMILIES = { futoshiki: "futoshiki", latin: "latin_square", sudoku: "sudoku" };
export const canDraw = (family) => Object.hasOwn(FAMILIES, family);

export class Draft {
  constructor(family, n) {
    this.family = family;
    this.n = n;
    this.steps = [{ entries: range(n * n).map(() => 0), pairs: [] }];
    this.at = 0;
  }

  get entries() {
    return this.steps[this.at].entries;
  }

  get pairs() {
    return this.steps[this.at].pairs;
  }

  // Whether there is a step before this one, for -1, or one that was undone, for 1.
  hasStep(way) {
    return Boolean(this.steps[this.at + way]);
  }

  // Undo or redo a step, if there is one.
  travel(way) {
    if (!this.hasStep(way)) return false;
    this.at += way;
    return true;
  }

  // Make a step; those that were undone are gone.
  change(parts) {
    const now = this.steps[this.at];
    if (Object.keys(parts).every((name) => parts[name] === now[name])) return;
    this.at += 1;
    this.steps.splice(this.at, Infinity, { ...now, ...parts });
  }

  // The puzzle as JSON of the package, with these clues.
  text(clues = this.entries.map(() => 0)) {
    const { family, n, pairs } = this;
    const rows = range(n).map((r) => clues.slice(r * n, (r + 1) * n));
    const at = (cell) => [Math.floor(cell / n), cell % n];
    const rules = {
      ...(family === "sudoku" ? { regions: boxesOf(n) } : {}),
      ...(family === "latin" ? {} : { inequalities: pairs.map((pair) => pair.map(at)) }),
    };
    return JSON.stringify({ schema: 1, family: FAMILIES[family], n, clues: rows, ...rules });
  }

  get hasSigns() {
    return this.family === "futoshiki";
  }

  // The pairs of neighbours that may have a sign, and have none.
  get slots() {
    const { n, pairs } = this;
    if (!this.hasSigns) return [];
    const all = range(n * n).flatMap((cell) => [
      ...((cell + 1) % n ? [[cell, cell + 1]] : []),
      ...(cell + n < n * n ? [[cell, cell + n]] : []),
    ]);
    return all.filter(([a, b]) => !pairs.some((pair) => pair.includes(a) && pair.includes(b)));
  }

  // Put a sign between neighbours; another press turns it round, and a third one takes it away.
  press([a, b]) {
    const { pairs } = this;
    const isIt = (pair) => pair.includes(a) && pair.includes(b);
    const there = pairs.find(isIt);
    const others = pairs.filter((pair) => !isIt(pair));
    if (!there) this.change({ pairs: [...pairs, [a, b]] });
    else this.change({ pairs: there[0] < there[1] ? [...others, [there[1], there[0]]] : others });
  }
}

// The boxes of a Sudoku, as rows of their numbers.
function boxesOf(n) {
  let height = Math.floor(Math.sqrt(n));
  while (n % height) height -= 1;
  const width = n / height;
  return range(n).map((r) => range(n).map((c) => Math.floor(r / height) * height + Math.floor(c / width)));
}
