// A puzzle that the player draws: an empty grid, whose entries become the clues, and signs between its cells.
import { range } from "./rules.js";

const FAMILIES = { futoshiki: "futoshiki", latin: "latin_square", sudoku: "sudoku" };
export const canDraw = (family) => Object.hasOwn(FAMILIES, family);

export class Draft {
  constructor(family, n) {
    this.family = family;
    this.n = n;
    this.pairs = [];
  }

  // The puzzle as JSON of the package, with these clues.
  text(clues = range(this.n * this.n).map(() => 0)) {
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
    const at = this.pairs.findIndex((pair) => pair.includes(a) && pair.includes(b));
    if (at < 0) this.pairs = [...this.pairs, [a, b]];
    else if (this.pairs[at][0] < this.pairs[at][1]) this.pairs = this.pairs.map((pair, k) => (k === at ? [pair[1], pair[0]] : pair));
    else this.pairs = this.pairs.filter((_, k) => k !== at);
  }
}

// The boxes of a Sudoku, as rows of their numbers.
function boxesOf(n) {
  let height = Math.floor(Math.sqrt(n));
  while (n % height) height -= 1;
  const width = n / height;
  return range(n).map((r) => range(n).map((c) => Math.floor(r / height) * height + Math.floor(c / width)));
}
