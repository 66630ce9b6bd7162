// Naked and hidden sets of one line, of all sizes, from one matching of its open cells with values.
//
// From a cell an alternating path leads to the cells that are matched to its candidates. The cells that can be reached
// from a cell have as many values together as they are: they are the least naked set that has the cell. The cells from
// which it can be reached are, in the same way, the least hidden set.
import { bit, isSingle, lowest, range, valuesOf } from "./rules.js";

// Pair the open cells of a line with values. `failed` is a list of cells that have too few values, or null.
function pairLine(puzzle, masks, unit) {
  const cells = puzzle.units[unit].filter((cell) => !isSingle(masks[cell]));
  const allowed = cells.map((cell) => masks[cell]);
  const right = cells.map(() => 0);
  const nodeOf = new Array(puzzle.n + 1).fill(-1);
  let taken = 0;
  allowed.forEach((mask, node) => {
    const value = lowest(mask & ~taken);
    if (value) {
      right[node] = value;
      nodeOf[value] = node;
      taken |= bit(value);
    }
  });
  for (const node of range(cells.length)) {
    const tried = right[node] ? null : augment(allowed, right, nodeOf, node);
    if (tried) return { cells, failed: tried.map((each) => cells[each]) };
  }
  return { cells, allowed, right, failed: null, ...closePaths(allowed, nodeOf) };
}

// Match a node, moving others where needed. Null, or the nodes that have too few values.
function augment(allowed, right, nodeOf, start) {
  const queue = [start];
  const from = [];
  let seen = 0;
  for (let head = 0; head < queue.length; head++) {
    const node = queue[head];
    for (let value of valuesOf(allowed[node] & ~seen)) {
      seen |= bit(value);
      from[value] = node;
      if (nodeOf[value] < 0) {
        for (;;) {
          const at = from[value];
          const before = right[at];
          right[at] = value;
          nodeOf[value] = at;
          if (at === start) return null;
          value = before;
        }
      }
      queue.push(nodeOf[value]);
    }
  }
  return queue.sort((a, b) => a - b);
}

// For each node, as sets of nodes: which ones it reaches, which ones may take its value, and from which it is reached;
// and whether it reaches a value that no node has.
function closePaths(allowed, nodeOf) {
  const nodes = range(allowed.length);
  const into = nodes.map(() => 0);
  const isFree = nodes.map(() => false);
  const reach = nodes.map((node) => {
    let mask = 1 << node;
    for (const value of valuesOf(allowed[node])) {
      const other = nodeOf[value];
      if (other < 0) isFree[node] = true;
      else {
        mask |= 1 << other;
        into[other] |= 1 << node;
      }
    }
    return mask;
  });
  for (const between of nodes) {
    for (const node of nodes) {
      if ((reach[node] >> between) & 1) {
        reach[node] |= reach[between];
        isFree[node] ||= isFree[between];
      }
    }
  }
  const before = nodes.map((node) => nodes.reduce((mask, other) => mask | (((reach[other] >> node) & 1) << other), 0));
  return { into, reach, before, isFree };
}

const SIZES = ["pair", "triple", "quadruple", "set"];
const SET_RULES = ["naked pair", "hidden pair", "naked triple", "hidden triple", "naked quadruple"];
SET_RULES.push("hidden quadruple", "naked set");

const nodesOf = (mask) => valuesOf(mask).map((value) => value - 1);
const nakedRule = (size) => `naked ${SIZES[Math.min(size, 5) - 2]}`;
const hiddenRule = (size) => `hidden ${SIZES[size - 2]}`;

// Find a set of the kind that the rule names, as a step without what it removes.
function setOfLine(puzzle, pairing, unit, rule) {
  const { cells, right, into, reach, before, isFree } = pairing;
  for (const node of range(cells.length)) {
    const lost = isFree[node] ? [] : nodesOf(into[node] & ~reach[node]);
    if (!lost.length) continue;
    if (nakedRule(nodesOf(reach[node]).length) === rule) return setStep(rule, unit, pairing, reach[node]);
    for (const other of puzzle.isFull[unit] ? lost : []) {
      const size = nodesOf(before[other]).length;
      if (size <= 4 && hiddenRule(size) === rule) return setStep(rule, unit, pairing, before[other]);
    }
  }
  return null;

  function setStep(technique, line, { allowed }, members) {
    const values = nodesOf(members).reduce((mask, node) => mask | bit(right[node]), 0);
    const removed = [];
    cells.forEach((cell, node) => {
      const isInside = (members >> node) & 1;
      const gone = technique.startsWith("naked") ? (isInside ? 0 : values) : isInside ? ~values : 0;
      if (allowed[node] & gone) removed.push([cell, valuesOf(allowed[node] & gone)]);
    });
    const inside = cells.filter((_, node) => (members >> node) & 1);
    return { technique, removed, cells: inside, values: valuesOf(values), lines: [line] };
  }
}

// The cheapest set of all lines; a contradiction if the cells of a line have too few values.
export function findSet(puzzle, masks) {
  const pairings = puzzle.units.map((_, unit) => pairLine(puzzle, masks, unit));
  const broken = pairings.findIndex(({ failed }) => failed);
  if (broken >= 0) return { technique: "contradiction", lines: [broken], cells: pairings[broken].failed };
  for (const rule of SET_RULES) {
    for (const unit of range(puzzle.units.length)) {
      const found = setOfLine(puzzle, pairings[unit], unit, rule);
      if (found) return found;
    }
  }
  return null;
}

