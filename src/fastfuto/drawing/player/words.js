// Steps in words, in four degrees: where to look, which technique, what it rests on, and everything. The parts of phrases
// are read from a step as `Step.to_json` writes it.
import {
  addingText, allText, arrangementsText, between, boundsText, chainText, changesText, climbedText, climbText,
  endOrEnd, endsOf, excludedText, fewChoices, fewText, half, heldText, impossibleText, isClosed, isPeak, keptText,
  leftText, limitsOfOthers, limitsText, linkedText, mapOf, optionsOf, optionsText, otherOptions, othersText,
  reachedText, reachText, signsText, stretchName, sumName, withReason,
} from "./clauses.js";
import { fill, isSame, keyOf, namesIn } from "./speech.js";

export function stepText(say, step, degree) {
  const { premise, joint, conclusion, where } = say.phrases[step.technique];
  if (degree < 2) {
    const words = say.words[degree === 0 ? "look" : "here"];
    return say.mended(fill(words, { technique: say.techniques[step.technique], where: told(say, step, where) }));
  }
  const rest = degree === 3 ? told(say, step, conclusion) : "";
  return say.mended(`${say.sentence(told(say, step, premise) + (rest && joint + rest))}.`);
}

// The first of some phrases of which a step has all parts, with these in it; "" if there is none.
function told(say, step, phrases) {
  for (const phrase of phrases) {
    const found = namesIn(phrase).map((part) => [part, PARTS[part](say, step)]);
    if (found.every(([, part]) => part)) return fill(phrase, Object.fromEntries(found));
  }
  return "";
}

// Assumptions ---------------------------------------------------------------------------------------------

const suppose = (say, word, cell, values) =>
  fill(say.words[word], { cell: say.cell(cell), value: say.listed(values, "or") });

// What follows from each assumption; values of a cell with the same argument are listed together.
function outcomesText(say, step) {
  const same = [];
  for (const each of step.cases) {
    const [[, value]] = each.placed;
    const found = same.find(({ one }) => covers(each, one) || covers(one, each));
    if (!found) same.push({ one: each, values: [value] });
    else {
      found.values.push(value);
      if (!covers(each, found.one)) found.one = each;
    }
  }
  return same
    .map(({ one: { placed: [[cell, value]], cases: steps }, values }, k) => {
      const supposed = suppose(say, k ? "suppose instead" : "suppose", cell, values);
      const follows = consequences(say, cell, value, steps);
      // Without further steps, the assumption itself leads to the conclusion.
      if (!follows.length) follows.push(say.follow("then", changesText(say, step)));
      return `. ${say.sentences([supposed, ...follows])}`;
    })
    .join("");
}

// Whether the argument of another value of the same cell also holds in a case, which may remove more.
function covers({ placed: [[cell]], cases }, other) {
  const holds = (a, b) =>
    argumentOf(a) === argumentOf(b) &&
    b.removed.every(([, lost], k) => lost.every((value) => a.removed[k][1].includes(value)));
  return (
    isSame(cell, other.placed[0][0]) &&
    cases.length === other.cases.length &&
    cases.every((step, k) => holds(step, other.cases[k]))
  );
}

const argumentOf = ({ technique, removed, placed, cells, values, lines, inequalities, sums }) =>
  JSON.stringify([technique, removed.map(([cell]) => cell), placed, cells, values, lines, inequalities, sums]);

function braidText(say, { cells: [cell], values: [value], cases }) {
  return say.sentences([suppose(say, "suppose", cell, [value]), ...consequences(say, cell, value, cases.slice(1))]);
}

// What follows from an assumption, a sentence a step.
function consequences(say, cell, value, found) {
  if (!found.length) return [];
  const steps = settled(joined(found), [cell, value]);
  const placed = new Map([[keyOf(cell), [cell, value]]]);
  const gone = new Set();
  const said = [];
  for (const step of steps) {
    said.push(belowText(say, step, placed, gone));
    for (const [each, number] of step.placed) placed.set(keyOf(each), [each, number]);
    for (const [each, lost] of step.removed) lost.forEach((number) => gone.add(`${keyOf(each)} ${number}`));
  }
  const words = said.map(() => "then");
  if (steps.at(-1).technique === "contradiction") {
    words[words.length - 1] = "but then";
    if (steps.length > 1 && takesBack(steps.at(-2), placed, steps.at(-1).cells)) {
      // What contradicts is the number itself, and not that its cell has nothing left.
      said.pop();
      words.shift();
    }
  }
  return said.map((each, k) => say.follow(words[k], each));
}

// Steps under an assumption, with consecutive steps that rest on the same sum as one step.
function joined(steps) {
  const all = [];
  for (const step of steps) {
    const last = all.at(-1);
    const isSum = last && step.sums.length && JSON.stringify(step.sums) === JSON.stringify(last.sums);
    if (!isSum || step.technique === "contradiction") all.push(step);
    else {
      const placed = [...last.placed, ...step.placed];
      const removed = [...last.removed, ...step.removed].sort(([a], [b]) => a[0] - b[0] || a[1] - b[1]);
      all[all.length - 1] = { ...last, placed, removed };
    }
  }
  return all;
}

// Steps under an assumption; a step that leaves a cell one value also places it, without a further step.
function settled(steps, assumed) {
  const kept = [];
  const gone = new Set();
  const numbers = new Map([[keyOf(assumed[0]), assumed[1]]]);
  const isSingle = ({ technique, candidates }) => technique === "naked single" && candidates.length;
  const singles = new Map(steps.filter(isSingle).map(({ placed: [[cell, value]], candidates: [[, values]] }) => [
    keyOf(cell), [value, values],
  ]));
  for (const step of steps) {
    if (step.technique === "naked single" && numbers.has(keyOf(step.placed[0][0]))) continue;
    const related = [...step.inequalities, ...step.relations].flatMap((pair) => pair.slice(0, 2).map(keyOf));
    const placed = [...step.placed];
    const removed = step.removed.map(([cell, lost]) => {
      const key = keyOf(cell);
      const [value, candidates] = singles.get(key) ?? [0, []];
      // A cell also differs from the cells to which an inequality or a relation compares it.
      const unequal = related.filter((each) => each !== key && numbers.has(each)).map((each) => numbers.get(each));
      const every = [...new Set([...lost, ...unequal.filter((each) => candidates.includes(each))])];
      for (const each of every) gone.add(`${key} ${each}`);
      const left = candidates.filter((each) => !gone.has(`${key} ${each}`));
      if (numbers.has(key) || left.length !== 1 || left[0] !== value) return [cell, lost];
      placed.push([cell, value]);
      return [cell, every.sort((a, b) => a - b)];
    });
    for (const [cell, value] of placed) numbers.set(keyOf(cell), value);
    kept.push({ ...step, placed, removed });
  }
  return kept;
}

// Whether a step removes the number of the only cell in which the next one finds a contradiction.
function takesBack({ removed }, placed, cells) {
  if (cells.length !== 1) return false;
  const number = placed.get(keyOf(cells[0]))?.[1];
  return removed.some(([cell, lost]) => isSame(cell, cells[0]) && lost.includes(number));
}

// A step below an assumption, with the bound of the cell behind an inequality if that has no number yet.
function belowText(say, step, placed, gone) {
  const phrases = say.below[step.technique];
  if (step.sums.length) return withReason(say, step, told(say, step, phrases), placed, gone);
  if (!step.inequalities.length || !step.removed.length) return told(say, step, phrases);
  const [[lesser, greater]] = step.inequalities;
  const [[cell, lost]] = step.removed;
  const isAbove = isSame(cell, greater);
  const other = isAbove ? lesser : greater;
  const sharesLine = (each) => each.some((at, k) => at === other[k]);
  const isTaken = (number) => [...placed.values()].some(([each, taken]) => taken === number && sharesLine(each));
  const named = mapOf(step.candidates).get(keyOf(other)) ?? [];
  const left = named.filter((number) => !gone.has(`${keyOf(other)} ${number}`) && !isTaken(number));
  // What is left by all that was said bounds at least as well as what is lost.
  const nearest = isAbove ? Math.max(lost.at(-1), left[0] ?? 1) : Math.min(lost[0], left.at(-1) ?? lost[0]);
  const number = placed.get(keyOf(other))?.[1];
  const said = told(say, { ...step, values: [number ?? nearest] }, phrases);
  if (number !== undefined || (isAbove && lost.at(-1) === 1)) return said;
  const bound = isAbove ? between(say, nearest) : between(say, null, nearest);
  return fill(say.words.now, { said, cell: say.cell(other), value: bound });
}

// How the parts of phrases are read from a step; nothing if it does not have them.
const PARTS = {
  cell: (say, { cells }) => say.cells(cells.slice(0, 1)),
  cells: (say, { cells }) => say.cells(cells),
  pair: (say, { cells }) => cells.length === 2 && say.cells(cells),
  stretch: (say, { cells }) => stretchName(say, cells) || say.cells(cells),
  "any cell": (say, { cells }) => say.cells(cells, "or"),
  few: fewText,
  last: (say, { cells }) => cells.length === 1 && say.cells(cells),
  ends: (say, step) => say.chain(...endsOf(step).map(([cell]) => cell)),
  linked: linkedText,
  "long climb": (say, { cells }) => cells.length > 4 && say.chain(cells[0], cells.at(-1)),
  "either end": (say, { cells }) => say.cells([cells[0], cells.at(-1)], "or"),
  count: (say, { cells }) => say.number(cells.length),
  target: (say, { removed }) => say.cell(removed[0][0]),
  placed: (say, { placed }) => String(placed[0][1]),
  wrong: (say, { removed }) => removed.length && String(removed[0][1][0]),
  value: (say, { values }) => say.listed(values.slice(0, 1)),
  values: (say, { values }) => say.listed(values),
  any: (say, { values }) => say.listed(values, "or"),
  changes: changesText,
  reach: reachText,
  bounds: boundsText,
  line: (say, { lines }) => say.listed(lines.slice(0, 1).map((line) => say.line(line))),
  lines: (say, { lines }) => say.listed(lines.map((line) => say.line(line))),
  "only line": (say, { lines }) => lines.length === 1 && say.line(lines[0]),
  crossing: (say, { lines }) => say.line(lines[1]),
  base: (say, step) => say.linesOf(step.lines.slice(0, half(step))),
  cover: (say, step) => say.linesOf(step.lines.slice(half(step))),
  "base kind": (say, { lines }) => say.kinds(lines),
  "cover kind": (say, { lines }) => say.kinds(lines.slice(-1)),
  signs: (say, { inequalities }) => signsText(say, inequalities),
  climb: climbText,
  climbing: (say, { candidates, cells }) => !candidates.length && say.number(cells.length),
  climbed: climbedText,
  peak: (say, step) => isPeak(step) && say.cell(step.removed[0][0]),
  "greatest lost": (say, { removed }) => String(removed[0][1].at(-1)),
  "least lost": (say, { removed }) => String(removed[0][1][0]),
  related: (say, { relations }) => say.cells(relations.slice(0, 1).flatMap(([a, b]) => [a, b])),
  tie: (say, { relations: [[, other, kind]], removed: [[, lost]] }) =>
    fill(say.ties[kind], { other: say.cell(other), lost: say.listed(lost, "or") }),
  sum: sumName,
  total: (say, { sums }) => sums.length && String(sums[0][1]),
  lone: (say, step) => step.sums[0][0].length === 1 && sumName(say, step),
  all: allText,
  exact: (say, step) => step.cells.length === step.values.length && allText(say, step),
  kept: keptText,
  impossible: impossibleText,
  adding: addingText,
  others: othersText,
  limits: limitsText,
  reached: reachedText,
  arrangements: arrangementsText,
  held: heldText,
  excluded: excludedText,
  "few choices": fewChoices,
  options: optionsText,
  "other options": otherOptions,
  filled: optionsText,
  "all but one": (say, step) =>
    step.cells.length === 1 && say.clauses([addingText(say, step), ...optionsOf(say, step.candidates)]),
  "one other": (say, step) => step.sums[0][0].length === 2 && limitsOfOthers(say, step),
  "some others": (say, step) => step.sums[0][0].length > 2 && limitsOfOthers(say, step),
  left: (say, step) => leftText(say, step, "and"),
  choice: (say, step) => leftText(say, step, "or"),
  chain: chainText,
  "end or end": endOrEnd,
  "either way": (say, step) => !isClosed(step) && say.words["either way"],
  braid: braidText,
  outcomes: outcomesText,
};
