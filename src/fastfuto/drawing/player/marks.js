// The marks that clues and entries leave.
import { bit, candidatesOf, highest, isSingle, isTieBroken, knownValues, leftTo, lowest, valuesOf } from "./rules.js";

// The candidates of each cell without what stands in sight and without what inequalities, bars and totals exclude; a
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
    for (const tie of puzzle.ties) {
      keep(tie.a, partnersOf(tie, masks[tie.b], puzzle.n));
      keep(tie.b, partnersOf(tie, masks[tie.a], puzzle.n));
    }
    for (const sum of puzzle.sums) {
      const { values, open } = leftTo(sum, masks);
      for (const cell of open ? sum.cells : []) if (!isSingle(masks[cell])) keep(cell, values);
    }
  }
  return masks;
}

// The values that go with some value of the other cell.
function partnersOf(tie, mask, n) {
  let partners = 0;
  const others = valuesOf(mask);
  for (let value = 1; value <= n; value++) {
    if (others.some((other) => other !== value && !isTieBroken(tie, value, other))) partners |= bit(value);
  }
  return partners;
}
