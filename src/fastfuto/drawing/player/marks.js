// The marks that clues and entries leave.
import { bit, candidatesOf, highest, isSingle, knownValues, leftTo, lowest, valuesOf } from "./rules.js";

// The candidates of each cell without what stands in sight and without what inequalities, relations and totals exclude; a
// contradiction leaves them as they are by then.
export function cleanMarks(puzzle, entries) {
  const known = knownValues(puzzle, entries);
  const masks = candidatesOf(puzzle, known, entries.map(() => 0));
  const below = (mask) => 2 ** Math.max(highest(mask) - 1, 0) - 1;
  const above = (mask) => puzzle.full & ~(2 ** lowest(mask) - 1);
  let isNew = true;
  const keep = (cell, kept) => {
    if (known[cell] || !(masks[cell] & kept) || !(masks[cell] & ~kept)) return;
    masks[cell] &= kept;
    isNew = true;
  };
  while (isNew) {
    isNew = false;
    for (const [a, b] of puzzle.less) {
      keep(a, below(masks[b]));
      keep(b, above(masks[a]));
    }
    for (const { a, b, table } of puzzle.ties) {
      const isApart = puzzle.peers[a].includes(b);
      const partnersOf = (value) => table[value - 1] & masks[b] & ~(isApart ? bit(value) : 0);
      const left = valuesOf(masks[a]).filter(partnersOf);
      keep(b, left.reduce((mask, value) => mask | partnersOf(value), 0));
      keep(a, left.reduce((mask, value) => mask | bit(value), 0));
    }
    for (const sum of puzzle.sums) {
      const { values, open } = leftTo(puzzle.n, sum, masks);
      for (const cell of open ? sum.cells : []) if (!isSingle(masks[cell])) keep(cell, values);
    }
  }
  return masks;
}
