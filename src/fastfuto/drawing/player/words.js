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

const clauses = (said) => (said.length < 3 ? listed(said) : `${said.slice(0, -1).join(", ")}, and ${said.at(-1)}`);
const named = ({ puzzle }, cells) => listed(cells.map((cell) => cellName(puzzle, cell)));
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

// The bound of one side of an inequality, if the other side alone loses values.
function boundingText(step) {
  const [[lesser, greater]] = step.less;
  const [[bounded, lost], ...others] = step.removed;
  if (others.length) return "";
  if (bounded === lesser) return isCell(step, greater, between(step, 0, lost[0]));
  return isCell(step, lesser, between(step, lost.at(-1), 0));
}

// What the first cell of a chain is at least, and the last one at most, if that excludes anything.
function endsText({ cells, values: [least, most], removed, words }) {
  const places = removed.map(([cell, lost]) => [cells.indexOf(cell), lost]);
  const isLow = places.some(([k, lost]) => lost[0] < least + k);
  const isHigh = places.some(([k, lost]) => lost.at(-1) > most - cells.length + 1 + k);
  const said = [isLow && fill(words.from, { value: least }), isHigh && fill(words.to, { value: most })];
  return said.filter(Boolean).join(" ");
}

// What a cell keeps, if it loses its least or its greatest values alone.
function boundText(step, [cell, lost]) {
  const { cells, values, less, puzzle, words } = step;
  if (values.length) {
    const k = cells.indexOf(cell);
    const [least, most] = [values[0] + k, values[1] - cells.length + 1 + k];
    return isCell(step, cell, between(step, lost[0] < least && least, lost.at(-1) > most && most));
  }
  if (!less.some(([lesser]) => lesser === cell)) return isCell(step, cell, between(step, lost.at(-1) + 1));
  if (!less.some(([, greater]) => greater === cell)) return isCell(step, cell, fill(words.most, { value: lost[0] - 1 }));
  return fill(words["is not"], { cell: cellName(puzzle, cell), value: listed(lost, "or") });
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
  count: ({ cells, numbers }) => numbers[cells.length] ?? cells.length,
  placed: ({ placed }) => placed[0][1],
  wrong: ({ removed }) => removed.length && removed[0][1][0],
  value: ({ values }) => values[0],
  values: ({ values }) => listed(values),
  changes: changesText,
  bounds: (step) => clauses(step.removed.map((lost) => boundText(step, lost))),
  line: ({ puzzle, lines }) => puzzle.lines[lines[0]],
  "only line": ({ puzzle, lines }) => lines.length === 1 && puzzle.lines[lines[0]],
  signs: ({ puzzle, cells }) => cells.map((cell) => cellName(puzzle, cell)).join(" < "),
  "bounding side": boundingText,
  ends: endsText,
  sum: sumName,
  total: (step) => step.sums.length && sumOf(step).total,
  adding(step) {
    const { cells, total } = sumOf(step);
    const has = runName(step, cells) || cells.length === 1 ? "has" : "have";
    return fill(step.words[has], { cell: sumName(step), value: total });
  },
  lone: (step) => sumOf(step).cells.length === 1 && sumName(step),
  all: (step) => step.cells.length === sumOf(step).cells.length && PARTS.count(step),
};
