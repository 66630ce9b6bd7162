// Steps in words, in four degrees: where to look, which technique, what it rests on, and everything. The page brings the
// phrases along, which are those of the package; here their parts are read from a step.
import { cellName, columnOf, rowOf, spanName } from "./rules.js";

const NAMES = /\{([^}]+)\}/g;
const fill = (phrase, parts) => phrase.replace(NAMES, (_, name) => parts[name]);

export function stepText(phrases, puzzle, step, degree) {
  if (step.texts) return step.texts[degree];
  const { words, numbers } = phrases;
  const { name, premise, joint, conclusion, where } = phrases.techniques[step.technique];
  if (degree === 0) return fill(words.look, { where: told(where) });
  if (degree === 1) return fill(words.here, { technique: name, where: told(where) });
  const rest = degree === 3 ? told(conclusion) : "";
  const said = told(premise) + (rest && joint + rest);
  // A capital letter at the beginning, unless the sentence begins with the name of a cell.
  return `${/^r\d+c\d/.test(said) ? said : said[0].toUpperCase() + said.slice(1)}.`;

  // The first of some phrases of which the step has all parts, with these in it; "" if there is none.
  function told(options) {
    for (const phrase of options) {
      const parts = Array.from(phrase.matchAll(NAMES), ([, part]) => part);
      const found = parts.map((part) => [part, PARTS[part]?.({ puzzle, words, numbers, ...step })]);
      if (found.every(([, part]) => part)) return fill(phrase, Object.fromEntries(found));
    }
    return "";
  }
}

function listed(all, joint = "and") {
  if (all.length < 2) return all.join("");
  return `${all.slice(0, -1).join(", ")} ${joint} ${all[all.length - 1]}`;
}

const isLong = (clause) => [", ", " and ", " because "].some((word) => clause.includes(word));
const clauses = (said) =>
  said.length < 2 || (said.length === 2 && !said.some(isLong))
    ? listed(said)
    : `${said.slice(0, -1).join(", ")}, and ${said.at(-1)}`;
const named = ({ puzzle }, cells) => listed(cells.map((cell) => cellName(puzzle, cell)));
const countOf = ({ cells, numbers }) => numbers[cells.length] ?? cells.length;
const sumOf = ({ puzzle, sums }) => puzzle.sums[sums[0]];

function runName({ puzzle, words }, cells) {
  const [row, column] = [rowOf(puzzle, cells[0]), columnOf(puzzle, cells[0])];
  const isAlong = (down, right) =>
    cells.every((cell, k) => rowOf(puzzle, cell) === row + k * down && columnOf(puzzle, cell) === column + k * right);
  return isAlong(0, 1) || isAlong(1, 0) ? fill(words.run, { span: spanName(puzzle, cells) }) : "";
}

function sumName(step) {
  if (!step.sums.length) return "";
  const { cells } = sumOf(step);
  return cells.length ? runName(step, cells) || named(step, cells) : step.words["no run"];
}

// Bounds in words, either of which may be missing.
const between = ({ words }, least, most) =>
  listed([least && fill(words.least, { value: least }), most && fill(words.most, { value: most })].filter(Boolean));

const isCell = ({ puzzle, words }, cell, value) => fill(words.is, { cell: cellName(puzzle, cell), value });

const canBe = ({ puzzle, words }, cell, values) =>
  fill(words["can be"], { cell: cellName(puzzle, cell), value: listed(values, "or") });

const without = (values, lost) => values.filter((value) => !lost.includes(value));

// Most candidates of a cell that are listed where a bound would do, too.
const FEW = 4;

// The least value of the first cell of a chain, and the greatest one of the last cell, if it is known.
function spanOf({ cells, values, candidates }) {
  const left = new Map(candidates);
  return [left.get(cells[0])?.[0] ?? 1, left.get(cells.at(-1))?.at(-1) ?? values.at(-1)];
}

// Whether a chain has as many values as cells, so that each cell has its own one.
function isTight(step) {
  const [least, greatest] = spanOf(step);
  return greatest !== undefined && least === greatest - step.cells.length + 1;
}

// The inequalities of a chain, and what its cells have left that bounds the others.
function climbText(step) {
  const { cells, candidates, words } = step;
  const lost = new Map(step.removed);
  const said = [];
  candidates.forEach(([cell, values], k) => {
    if (!cells.includes(cell)) return;
    const isFirst = cell === cells[0];
    if (values.length === 1) said.push(isCell(step, cell, values[0]));
    else if (isTight(step) && !isFirst && cell !== cells.at(-1)) return;
    else if (!isTight(step) && without(values, lost.get(cell) ?? []).length === 1 && values.length <= FEW) {
      said.push(canBe(step, cell, values));
    } else if (isFirst || cell === cells.at(-1)) {
      const bound = isCell(step, cell, isFirst ? between(step, values[0]) : between(step, 0, values.at(-1)));
      // Cells with one value that stand after a cell of the chain have the values beyond its bound.
      const rest = candidates.slice(k + 1);
      const end = rest.findIndex(([other]) => cells.includes(other));
      const standing = rest.slice(0, end < 0 ? rest.length : end);
      const reason = listed(standing.map(([other, [value]]) => isCell(step, other, value)));
      if (reason) said.push(fill(words.because, { said: bound, reason }));
      else said.push(values.length <= FEW ? canBe(step, cell, values) : bound);
    }
  });
  const signs = PARTS.signs(step);
  return said.length < 2 ? clauses([signs, ...said]) : fill(words.bounded, { signs, said: clauses(said) });
}

// What the cells of a chain of inequalities keep.
function climbedText(step) {
  const { cells, candidates } = step;
  const left = new Map(candidates);
  const top = cells.length - 1;
  const [least, greatest] = spanOf(step);
  const removed = step.removed.toSorted(([a], [b]) => cells.indexOf(a) - cells.indexOf(b));
  const said = removed.map(([cell, lost]) => {
    const k = cells.indexOf(cell);
    if (isTight(step)) return isCell(step, cell, least + k);
    let [low, high] = [least + k, greatest - top + k];
    if (greatest !== undefined) {
      low = lost[0] < low && low;
      high = lost.at(-1) > high && high;
    } else if (k < top) [low, high] = [0, lost[0] - 1];
    else high = 0;
    const before = left.get(cell) ?? [];
    const kept = without(before, lost);
    if (high === 1) return isCell(step, cell, 1);
    if (kept.length === 1 && before.length <= FEW) return isCell(step, cell, kept[0]);
    return isCell(step, cell, between(step, low, high));
  });
  return clauses(said);
}

// What a step places and removes; what loses the same values is named together.
function changesText(step) {
  const { placed, removed, words } = step;
  const same = new Map();
  for (const [cell, values] of removed) {
    const key = listed(values, "or");
    same.set(key, [...(same.get(key) ?? []), cell]);
  }
  const said = placed.map(([cell, value]) => isCell(step, cell, value));
  for (const [value, cells] of same) {
    said.push(fill(words[cells.length === 1 ? "is not" : "are not"], { cell: named(step, cells), value }));
  }
  return clauses(said);
}

// How the parts of phrases are read from a step; nothing if it does not have them.
const PARTS = {
  cell: (step) => named(step, step.cells.slice(0, 1)),
  cells: (step) => named(step, step.cells),
  few: (step) => named(step, step.cells.length > 4 ? step.cells.slice(0, 2) : step.cells),
  last: (step) => step.cells.length === 1 && named(step, step.cells),
  placed: ({ placed }) => placed[0][1],
  wrong: ({ removed }) => removed.length && removed[0][1][0],
  value: ({ values }) => values[0],
  values: ({ values }) => listed(values),
  changes: changesText,
  line: ({ puzzle, lines }) => puzzle.lines[lines[0]],
  "only line": ({ puzzle, lines }) => lines.length === 1 && puzzle.lines[lines[0]],
  signs: ({ puzzle, cells }) => cells.map((cell) => cellName(puzzle, cell)).join(" < "),
  climb: climbText,
  climbed: climbedText,
  "long climb": ({ puzzle, words, cells }) =>
    cells.length > 4 && fill(words.chain, { cell: cellName(puzzle, cells[0]), other: cellName(puzzle, cells.at(-1)) }),
  climbing: (step) => !step.candidates.length && countOf(step),
  sum: sumName,
  total: (step) => step.sums.length && sumOf(step).total,
  adding(step) {
    const { cells, total } = sumOf(step);
    const has = runName(step, cells) || cells.length === 1 ? "has" : "have";
    return fill(step.words[has], { cell: sumName(step), value: total });
  },
  filled: (step) =>
    clauses([PARTS.adding(step), ...step.candidates.map(([cell, [value]]) => isCell(step, cell, value))]),
  lone: (step) => sumOf(step).cells.length === 1 && sumName(step),
  all: (step) => step.cells.length === sumOf(step).cells.length && countOf(step),
};
