// Bounds along inequalities: the longest ascending chain of cells that one of them leads to.
import { bit, highest, lowest, range, valuesOf } from "./rules.js";

const MOST = 255;

// The step of the first inequality that excludes something, or null.
export function findBound(puzzle, masks) {
  for (const cell of range(puzzle.count)) {
    for (const other of puzzle.greater[cell]) {
      if (lowest(masks[other]) <= lowest(masks[cell])) return lift(puzzle, masks, cell, other, true);
      if (highest(masks[cell]) >= highest(masks[other])) return lift(puzzle, masks, other, cell, false);
    }
  }
  return null;
}

function lift(puzzle, masks, cell, other, isUp) {
  const { n } = puzzle;
  const beyond = isUp ? puzzle.greater : puzzle.lesser;
  const back = isUp ? puzzle.lesser : puzzle.greater;
  // How many values lie below (above) all those that a cell may take.
  const depthOf = (at) => (isUp ? lowest(masks[at]) - 1 : n - highest(masks[at]));
  let chain = [cell, other];
  // Begin where the bound comes from.
  for (let longer = true; longer && chain.length < MOST; ) {
    const before = back[chain[0]].find(
      (at) => depthOf(at) >= depthOf(chain[0]) && depthOf(at) > 0 && !chain.includes(at),
    );
    longer = before !== undefined;
    if (longer) chain.unshift(before);
  }
  // Go on as far as it leads to anything new.
  let depth = depthOf(chain[0]) + chain.length - 1;
  for (let longer = true; longer && depth < n; ) {
    const limit = depth;
    const next = beyond[chain[chain.length - 1]].find((at) => depthOf(at) <= limit && !chain.includes(at));
    longer = next !== undefined;
    if (longer) {
      chain.push(next);
      depth += 1;
    }
  }
  if (!isUp) chain = chain.reverse();
  return chainStep(puzzle, masks, chain);
}

function chainStep(puzzle, masks, cells) {
  const { n } = puzzle;
  const top = cells.length - 1;
  const least = lowest(masks[cells[0]]);
  const greatest = highest(masks[cells[top]]);
  const keep = (low, high) => (high < low ? 0 : (2 ** Math.min(high, n) - 1) & ~(bit(Math.min(low, n + 1)) - 1));
  const removed = [];
  cells.forEach((cell, k) => {
    const gone = masks[cell] & ~keep(least + k, greatest - top + k);
    if (gone) removed.push([cell, valuesOf(gone)]);
  });
  removed.sort((a, b) => a[0] - b[0]);
  let technique = "inequality bound";
  let values = [];
  if (top > 1) {
    const isPlain = removed.every(([cell, lost]) => {
      const k = cells.indexOf(cell);
      return lost.every((value) => value <= k || value > n - top + k);
    });
    technique = isPlain ? "ascending chain" : "ascending chain from candidates";
    values = isPlain ? [1, n] : [least, greatest];
    if (values[0] + top > values[1]) values = [];
  }
  return { technique, removed, cells, values, less: range(top).map((k) => [cells[k], cells[k + 1]]) };
}
