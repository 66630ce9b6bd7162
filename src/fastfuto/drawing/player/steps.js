// The next step from any position of a player: singles, bounds, totals and sets, the easiest first.
import { findBound } from "./chains.js";
import { findSet } from "./sets.js";
import { candidatesOf, has, isSingle, isTieBroken, knownValues, leftTo, lowest, range, valuesOf } from "./rules.js";

// Fill in what a step need not have.
const EMPTY = { placed: [], removed: [], cells: [], values: [], lines: [], less: [], sums: [], candidates: [] };
const stepOf = (fields) => ({ ...EMPTY, ...fields });
const WHOLE = {
  ...{ placed: [], removed: [], cells: [], values: [], lines: [], inequalities: [], links: [], cases: [] },
  ...{ relations: [], sums: [], candidates: [] },
};


// A step as the page stores it: without what it does not have.
export const readStep = ({ cases = [], ...fields }) => ({ ...WHOLE, ...fields, cases: cases.map(readStep) });

// The easiest step as `Step.to_json` writes it, a mistake of the player before all others, or null.
export function nextStep(puzzle, entries, marks) {
  const step = findStep(puzzle, entries, marks);
  if (!step) return null;
  const at = (cell) => puzzle.cells[cell];
  const { less, ...fields } = step;
  const named = ([cell, rest]) => [at(cell), rest];
  return {
    ...WHOLE,
    ...fields,
    placed: step.placed.map(named),
    removed: step.removed.map(named),
    cells: step.cells.map(at),
    lines: step.lines.map((line) => puzzle.lines[line]),
    inequalities: less.map((pair) => pair.map(at)),
    sums: step.sums.map((sum) => [puzzle.sums[sum].cells.map(at), puzzle.sums[sum].total]),
    candidates: step.candidates.map(named),
  };
}

function findStep(puzzle, entries, marks) {
  const wrong = firstMistake(puzzle, entries);
  if (wrong >= 0) {
    const values = [entries[wrong]];
    return stepOf({ technique: "mistake", removed: [[wrong, values]], cells: [wrong], values });
  }
  const known = knownValues(puzzle, entries);
  if (puzzle.solution) {
    const lost = range(puzzle.count).find(
      (cell) => !known[cell] && marks[cell] && !has(marks[cell], puzzle.solution[cell]),
    );
    if (lost !== undefined) return stepOf({ technique: "mistake", cells: [lost] });
  }
  const masks = candidatesOf(puzzle, known, marks);
  const found = brokenStep(puzzle, masks) ?? findSingle(puzzle, known, masks);
  if (found || known.every(Boolean)) return found;
  const step = findBound(puzzle, masks) ?? findTotal(puzzle, masks) ?? findSet(puzzle, masks);
  return step && stepOf(step);
}

function firstMistake(puzzle, entries) {
  if (puzzle.solution) return entries.findIndex((value, cell) => value && value !== puzzle.solution[cell]);
  const known = knownValues(puzzle, entries);
  const seen = entries.findIndex((value, cell) => value && puzzle.peers[cell].some((peer) => known[peer] === value));
  if (seen >= 0) return seen;
  for (const [a, b] of puzzle.less) {
    const isWrong = (known[a] || 1) >= (known[b] || puzzle.n);
    if (isWrong && (entries[a] || entries[b])) return entries[a] ? a : b;
  }
  const broken = puzzle.ties.filter((tie) => known[tie.a] && known[tie.b] && isTieBroken(tie, known[tie.a], known[tie.b]));
  const ends = broken.flatMap(({ a, b }) => [a, b]).filter((cell) => entries[cell]);
  if (ends.length) return Math.min(...ends);
  for (const { cells, total } of puzzle.sums) {
    const entered = cells.find((cell) => entries[cell]);
    const sum = cells.reduce((all, cell) => all + known[cell], 0);
    const isWrong = sum > total || (cells.every((cell) => known[cell]) && sum < total);
    if (entered !== undefined && isWrong) return entered;
  }
  return -1;
}

// A cell without a value, or a line in which a value has no position.
function brokenStep(puzzle, masks) {
  const empty = masks.findIndex((mask) => mask === 0);
  if (empty >= 0) return stepOf({ technique: "contradiction", cells: [empty] });
  for (const unit of range(puzzle.units.length)) {
    if (!puzzle.isFull[unit]) continue;
    const all = puzzle.units[unit].reduce((mask, cell) => mask | masks[cell], 0);
    if (all !== puzzle.full) {
      return stepOf({ technique: "contradiction", lines: [unit], values: [lowest(puzzle.full & ~all)] });
    }
  }
  return null;
}

function findSingle(puzzle, known, masks) {
  const { units, isFull } = puzzle;
  const put = (technique, cell, value, lines) =>
    stepOf({ technique, placed: [[cell, value]], cells: [cell], values: technique === "full house" ? [] : [value], lines });
  for (const unit of range(units.length)) {
    const open = isFull[unit] ? units[unit].filter((cell) => !known[cell]) : [];
    if (open.length === 1) return put("full house", open[0], lowest(masks[open[0]]), [unit]);
  }
  const naked = range(puzzle.count).find((cell) => !known[cell] && isSingle(masks[cell]));
  if (naked !== undefined) return put("naked single", naked, lowest(masks[naked]), []);
  for (const unit of range(units.length)) {
    for (let value = 1; isFull[unit] && value <= puzzle.n; value++) {
      const at = units[unit].filter((cell) => has(masks[cell], value));
      if (at.length === 1 && !known[at[0]]) return put("hidden single", at[0], value, [unit]);
    }
  }
  return null;
}

// What the total of one run does not leave to its open cells.
function findTotal(puzzle, masks) {
  for (const [number, sum] of puzzle.sums.entries()) {
    const { values, isPossible } = leftTo(sum, masks);
    if (!isPossible) return { technique: "contradiction", sums: [number] };
    const cells = sum.cells.filter((cell) => !isSingle(masks[cell]));
    const removed = cells
      .filter((cell) => masks[cell] & ~values)
      .map((cell) => [cell, valuesOf(masks[cell] & ~values)])
      .sort((a, b) => a[0] - b[0]);
    if (removed.length) {
      const candidates = sum.cells
        .filter((cell) => isSingle(masks[cell]))
        .map((cell) => [cell, valuesOf(masks[cell])]);
      return { technique: "run combinations", removed, cells, values: valuesOf(values), sums: [number], candidates };
    }
  }
  return null;
}

// The first of the stored steps whose conclusion the player does not know yet. They come in the order in which they
// were found, and whoever knows all before one of them has no candidates that were gone by then; so it holds here, too.
export function storedStep(puzzle, stored, entries, marks) {
  const known = knownValues(puzzle, entries);
  const masks = candidatesOf(puzzle, known, marks);
  const number = (cell) => puzzle.numberOf.get(cell.join());
  const isNew = ({ placed, removed }) =>
    placed.some(([cell]) => !known[number(cell)]) ||
    removed.some(([cell, values]) => {
      const at = number(cell);
      return !known[at] && values.some((value) => has(masks[at], value));
    });
  return stored.find(isNew) ?? null;
}
