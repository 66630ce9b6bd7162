// Bounds along inequalities: the longest ascending chain of cells that one of them leads to.
import { bit, has, highest, isSingle, lowest, range, valuesOf } from "./rules.js";

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
  // Which ends exclude more than the length of the chain does.
  const isLost = (test) =>
    removed.some(([cell, lost]) => {
      const k = cells.indexOf(cell);
      return lost.some((value) => value > k && value <= n - top + k && test(value, k));
    });
  const isFromFirst = isLost((value, k) => value < least + k);
  const isFromLast = isLost((value, k) => value > greatest - top + k);
  const candidates = [];
  if (isFromFirst) addBound(cells[0], range(least - 1).map((k) => k + 1));
  if (isFromLast) addBound(cells[top], range(n - greatest).map((k) => greatest + 1 + k));
  // What the others have left that come to one value.
  for (const [k, cell] of cells.entries()) {
    const left = masks[cell] & keep(least + k, greatest - top + k);
    const isNamed = (k === 0 && isFromFirst) || (k === top && isFromLast);
    // The first one may be at most 1, whatever it has left.
    if (k === 0 && greatest - top === 1) continue;
    if (!isNamed && !isSingle(masks[cell]) && left && isSingle(left)) candidates.push([cell, valuesOf(masks[cell])]);
  }
  let technique = "inequality bound";
  let values = [];
  if (top > 1) {
    const isPlain = !isFromFirst && !isFromLast;
    const isNamed = (cell) => !isPlain && candidates.some(([other]) => other === cell);
    technique = isPlain ? "ascending chain" : "ascending chain from candidates";
    values = [isNamed(cells[0]) ? least : 1, isNamed(cells[top]) ? greatest : n];
    if (values[0] + top > values[1]) values = [];
  }
  return { technique, removed, cells, values, less: range(top).map((k) => [cells[k], cells[k + 1]]), candidates };

  // Note what a cell has left, and the cells that have the values beyond its bound if these stand in its lines.
  function addBound(cell, beyond) {
    candidates.push([cell, valuesOf(masks[cell])]);
    const standing = isSingle(masks[cell]) ? [undefined] : beyond.map((value) => findStanding(cell, value));
    if (standing.every((other) => other !== undefined)) {
      standing.forEach((other, k) => candidates.push([other, [beyond[k]]]));
    }
  }

  function findStanding(cell, value) {
    for (const unit of puzzle.unitsOf[cell]) {
      const at = puzzle.units[unit].filter((other) => has(masks[other], value));
      if (at.length === 1 && isSingle(masks[at[0]])) return at[0];
    }
    return undefined;
  }
}
