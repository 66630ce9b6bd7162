// The rules with names, which are added to a Sudoku or a Latin square; as puzzles/variants.py, which a test compares.
import { besideOf, isWhole, MOST_TOTAL, range, refuse } from "./model.js";

const diagonalsOf = (n) => [range(n).map((r) => r * n + r), range(n).map((r) => r * n + n - 1 - r)];

function windowsOf(n) {
  const side = Math.sqrt(n);
  const starts = range(side - 1).map((k) => 1 + k * (side + 1));
  const at = (top, left) => range(n).map((k) => (top + Math.floor(k / side)) * n + left + (k % side));
  return starts.flatMap((top) => starts.map((left) => at(top, left)));
}

const groupsOf = (n, boxes) => range(boxes[0].length).map((k) => boxes.map((box) => box[k]));

// Whether there are boxes, all of one shape.
function areAlike(n, boxes) {
  const shapeOf = (box) => box.map((cell) => [Math.floor(cell / n) - Math.floor(box[0] / n), (cell % n) - (box[0] % n)]).join();
  return new Set(boxes.map(shapeOf)).size === 1;
}

// The pairs of cells whose second cell is one of the steps (rows down, columns right) from the first.
function pairsApart(n, steps) {
  const pairOf = (cell, [down, right]) => {
    const [r, c] = [Math.floor(cell / n) + down, (cell % n) + right];
    return r < n && c >= 0 && c < n ? [[cell, r * n + c]] : [];
  };
  return range(n * n).flatMap((cell) => steps.flatMap((step) => pairOf(cell, step)));
}

// Of each rule the kind of its units and these units, or the pairs whose values are not consecutive; those without any
// have cells of their own.
const RULES = {
  diagonals: { kind: "diagonal", units: diagonalsOf },
  windows: { kind: "window", units: windowsOf, fits: (n) => n > 1 && Number.isInteger(Math.sqrt(n)) },
  "disjoint-groups": { kind: "group", units: groupsOf, fits: areAlike },
  "anti-knight": { kind: "pair", units: (n) => pairsApart(n, [[1, 2], [1, -2], [2, 1], [2, -1]]) },
  "anti-king": { kind: "pair", units: (n) => pairsApart(n, [[1, 1], [1, -1]]) },
  "non-consecutive": { pairs: (n) => pairsApart(n, [[0, 1], [1, 0]]) },
};
export const RULE_KEYS = ["rules", "cages", "even", "odd"];

// What rules add to the data of the page, in which `units` are those of the grid beyond its rows and columns.
export function withRules({ n, rules, cages, even, odd }, units) {
  const boxes = units.map(([, , cells]) => cells);
  const added = rules.flatMap((name) => {
    const { kind, units: listed = () => [] } = RULES[name];
    return listed(n, boxes).map((cells, k) => unitOf(kind, k, cells, n));
  });
  const pairs = rules.flatMap((name) => RULES[name].pairs?.(n) ?? []);
  const full = 2 ** n - 1;
  return {
    units: [...units, ...added, ...cages.map(({ cells }) => unitOf("cage", 0, cells, n))],
    sums: cages,
    rules: [...rules, ...(cages.length ? ["killer"] : []), ...(even.length || odd.length ? ["even-odd"] : [])],
    ...(pairs.length ? { relations: pairs.map((pair) => [...pair, 0]), tables: [besideOf(n).map((mask) => full & ~mask)] } : {}),
    ...(even.length ? { even } : {}),
    ...(odd.length ? { odd } : {}),
  };
}

// Pairs and cages have the number of their first row.
const unitOf = (kind, k, cells, n) => [kind, (["pair", "cage"].includes(kind) ? Math.floor(cells[0] / n) : k) + 1, cells];

// The rules in JSON, null if there are none.
export function readRules({ rules = [], cages = [], even = [], odd = [] }, n, boxes) {
  const isList = [rules, cages, even, odd].every(Array.isArray);
  if (!isList || ![rules, even, odd].every((list) => list.length <= n * n)) refuse("The rules are lists.");
  if (!rules.length && !cages.length && !even.length && !odd.length) return null;
  for (const name of rules) {
    if (!Object.hasOwn(RULES, name)) refuse(`There is no rule "${String(name).slice(0, 20)}" here.`);
    if (RULES[name].fits?.(n, boxes) === false) refuse(`The rule "${name}" does not fit this grid.`);
  }
  const listed = cages.map((cage) => {
    const keys = Object.keys(cage ?? {}).sort().join();
    if (keys !== "cells,total" || !isWhole(cage.total, 0, MOST_TOTAL)) refuse("A cage has cells and a total.");
    const cells = cellsOf(cage.cells, n);
    return isWhole(cells.length, 1, n) ? { cells, total: cage.total } : refuse(`A cage has 1 to ${n} cells.`);
  });
  return {
    rules: Object.keys(RULES).filter((name) => rules.includes(name)),
    cages: listed.sort((a, b) => compared([...a.cells, -1, a.total], [...b.cells, -1, b.total])),
    ...{ even: cellsOf(even, n), odd: cellsOf(odd, n) },
  };
}

// The order of two lists by their first different numbers.
function compared(one, other) {
  const at = one.findIndex((number, k) => number !== other[k]);
  return at < 0 ? 0 : one[at] - other[at];
}

function cellsOf(cells, n) {
  const isCell = (cell) => Array.isArray(cell) && cell.length === 2 && cell.every((part) => isWhole(part, 0, n - 1));
  if (!Array.isArray(cells) || !cells.every(isCell)) refuse("The rules have cells of the grid.");
  const numbers = cells.map(([r, c]) => r * n + c);
  return new Set(numbers).size === numbers.length ? numbers.sort((a, b) => a - b) : refuse("A cell is listed twice.");
}
