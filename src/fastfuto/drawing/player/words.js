// Steps in words, in four degrees: where to look, which technique, what it rests on, and everything. The parts of phrases
// are read from a step as `Step.to_json` writes it.
import { fill, indexIn, isSame, keyOf, namesIn } from "./speech.js";

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

// Inequalities as chains: r1c1 < r1c2 < r1c3.
function signsText(say, pairs) {
  const chains = [];
  for (const [lesser, greater] of pairs) {
    const chain = chains.find((each) => isSame(each.at(-1), lesser) || isSame(each[0], greater));
    if (!chain) chains.push([lesser, greater]);
    else if (isSame(chain.at(-1), lesser)) chain.push(greater);
    else chain.unshift(lesser);
  }
  return say.listed(chains.map((chain) => chain.map((cell) => say.cell(cell)).join(" < ")));
}

// Values and bounds ---------------------------------------------------------------------------------------

const isCell = (say, cell, value) => fill(say.words.is, { cell: say.cell(cell), value });
const canBe = (say, cell, values) =>
  fill(say.words["can be"], { cell: say.cell(cell), value: say.listed(values, "or") });
const mapOf = (pairs) => new Map(pairs.map(([cell, values]) => [keyOf(cell), values]));

// Bounds in words, either of which may be missing.
function between(say, least, most) {
  const bounds = { least, most };
  const isThere = (name) => typeof bounds[name] === "number";
  const said = Object.keys(bounds).filter(isThere).map((name) => fill(say.words[name], { value: bounds[name] }));
  return said.join(say.joints.and);
}

// Clauses on cells, each with words and a value; consecutive cells with the same value share one. Texts stay as they are.
const MANY = { "can be": "can all be", is: "are" };
function alike(say, clauses) {
  const same = [];
  for (const each of clauses) {
    const [last, [cell, word, value]] = [same.at(-1), each];
    if (typeof each === "string") same.push(each);
    else if (last && last.word === word && last.value === value) last.cells.push(cell);
    else same.push({ cells: [cell], word, value });
  }
  return same.map((each) => {
    if (typeof each === "string") return each;
    const { cells, word, value } = each;
    return fill(say.words[cells.length === 1 ? word : MANY[word]], { cell: say.cells(cells), value });
  });
}

// Those of two bounds that exclude lost values.
const passed = (least, most, lost) => [lost[0] < least ? least : null, lost.at(-1) > most ? most : null];

// Most candidates of a cell that are listed where a bound would do, too.
const FEW = 4;

// What a step places and removes; what loses the same values is named together.
function changesText(say, { links, placed, removed }) {
  const fixed = mapOf(placed);
  const lost = mapOf(removed);
  const same = new Map();
  for (const [cell, values] of removed) {
    if (fixed.has(keyOf(cell))) continue;
    const key = say.listed(values, "nor");
    same.set(key, [...(same.get(key) ?? []), cell]);
  }
  // A chain that leads back to its first candidate has said that it is true.
  const isSaid = (cell) => links.length && isSame(cell, links[0][0][0]);
  const news = placed.filter(([cell]) => !isSaid(cell));
  const said = news.map(([cell, value]) => fixedText(say, cell, value, lost.get(keyOf(cell)) ?? []));
  for (const [value, cells] of same) {
    said.push(fill(say.words[cells.length === 1 ? "is not" : "are not"], { cell: say.cells(cells), value }));
  }
  return say.clauses(said);
}

// The value that a step places in a cell, and the candidates that it removes there if they are few.
function fixedText(say, cell, value, lost) {
  if (!lost.length || lost.length >= FEW) return isCell(say, cell, value);
  return fill(say.words.but, { cell: say.cell(cell), lost: say.listed(lost, "nor"), value });
}

// What cells keep that lose their least or their greatest values alone.
function boundsText(say, { inequalities, values, placed, removed }) {
  const isEnd = (cell, end) => inequalities.some((pair) => isSame(pair[end], cell));
  const fixed = mapOf(placed);
  const kept = removed.map(([cell, lost]) => {
    if (fixed.has(keyOf(cell))) return fixedText(say, cell, fixed.get(keyOf(cell)), lost);
    // The bounds of a cell of a sum.
    if (values.length) return isCell(say, cell, between(say, ...passed(values[0], values.at(-1), lost)));
    if (!isEnd(cell, 0)) return isCell(say, cell, between(say, lost.at(-1) + 1, null));
    if (!isEnd(cell, 1)) return isCell(say, cell, between(say, null, lost[0] - 1));
    return fill(say.words["is not"], { cell: say.cell(cell), value: say.listed(lost, "nor") });
  });
  return say.clauses(kept);
}

// The bound of a cell that loses many candidates to an inequality or to a neighbour that differs by 1.
function reachText(say, step) {
  const { inequalities, values, relations, placed } = step;
  const [[cell, lost]] = step.removed;
  if (lost.length < FEW - 1 || placed.length) return "";
  if (inequalities.length) {
    const [bound] = values;
    const isGreater = isSame(cell, inequalities[0][1]);
    return isCell(say, cell, isGreater ? between(say, bound + 1) : between(say, null, bound - 1));
  }
  const [low, high] = [values[0] - 1, values.at(-1) + 1];
  if (relations[0][2] !== "differ by 1" || lost.some((value) => low < value && value < high)) return "";
  const [least, most] = passed(low, high, lost);
  return least && most ? canBe(say, cell, [low, high]) : isCell(say, cell, between(say, least, most));
}

// The least value of the first cell of a chain, and the greatest one of the last cell, if it is known.
function spanOf({ cells, values, candidates }) {
  const left = mapOf(candidates);
  return [left.get(keyOf(cells[0]))?.[0] ?? 1, left.get(keyOf(cells.at(-1)))?.at(-1) ?? values.at(-1)];
}

// Whether a chain has as many values as cells, so that each cell has its own one.
function isTight(step) {
  const [least, greatest] = spanOf(step);
  return greatest !== undefined && least === greatest - step.cells.length + 1;
}

// The inequalities of a chain, and what its cells have left that bounds the others.
function climbText(say, step) {
  const { cells, candidates } = step;
  const fixed = mapOf(step.placed);
  const isOfChain = (cell) => indexIn(cells, cell) >= 0;
  const tight = isTight(step);
  const clauses = [];
  candidates.forEach(([cell, values], k) => {
    if (!isOfChain(cell)) return;
    const [isFirst, isLast] = [isSame(cell, cells[0]), isSame(cell, cells.at(-1))];
    const can = [cell, "can be", say.listed(values, "or")];
    if (values.length === 1) clauses.push([cell, "is", String(values[0])]);
    else if (!tight && fixed.has(keyOf(cell))) clauses.push(can);
    else if (isFirst || isLast) {
      const bound = isFirst ? between(say, values[0]) : between(say, null, values.at(-1));
      // Cells with one value that stand after a cell of the chain have the values beyond its bound.
      const rest = candidates.slice(k + 1);
      const end = rest.findIndex(([other]) => isOfChain(other));
      const standing = rest.slice(0, end < 0 ? rest.length : end);
      const reason = say.listed(standing.map(([other, [value]]) => isCell(say, other, value)));
      if (reason) clauses.push(fill(say.words.because, { said: isCell(say, cell, bound), reason }));
      else clauses.push(values.length <= FEW ? can : [cell, "is", bound]);
    }
  });
  const signs = signsText(say, step.inequalities);
  const said = alike(say, clauses);
  if (clauses.length < 2) return say.clauses([signs, ...said]);
  return fill(say.words.bounded, { signs, said: say.clauses(said) });
}

// What the cells of a chain of inequalities keep.
function climbedText(say, step) {
  const { cells } = step;
  const fixed = mapOf(step.placed);
  const top = cells.length - 1;
  const [least, greatest] = spanOf(step);
  const removed = [...step.removed].sort(([a], [b]) => indexIn(cells, a) - indexIn(cells, b));
  const said = removed.map(([cell, lost]) => {
    const k = indexIn(cells, cell);
    // The last cell may have the greatest value of all, so that the one before it loses that one alone.
    let bounds = k < top ? [null, lost[0] - 1] : [least + k, null];
    if (greatest !== undefined) bounds = passed(least + k, greatest - top + k, lost);
    return isCell(say, cell, fixed.get(keyOf(cell)) ?? between(say, ...bounds));
  });
  return say.clauses(said);
}

// Sums ----------------------------------------------------------------------------------------------------

// The span of consecutive cells in a row or column.
function stretchName(say, cells) {
  if (!cells.length) return "";
  const [row, column] = cells[0];
  const isAlong = (down) => cells.every(([r, c], k) => r === row + k * down && c === column + k * (1 - down));
  return isAlong(0) || isAlong(1) ? say.span(cells[0], cells.at(-1)) : "";
}

function runName(say, cells) {
  const span = stretchName(say, cells);
  return span && fill(say.words.run, { span });
}

function sumName(say, { sums }) {
  if (!sums.length) return "";
  const [cells] = sums[0];
  return runName(say, cells) || say.cells(cells) || say.words["no run"];
}

function addingText(say, step) {
  const [cells, total] = step.sums[0];
  const has = runName(say, cells) || cells.length === 1 ? "has" : "have";
  return fill(say.words[has], { cell: sumName(say, step), value: total });
}

// The values that are left for the cells of a step, if they are fewer than the values that it excludes.
function keptText(say, { placed, removed, values }) {
  const fixed = mapOf(placed);
  const lost = mapOf(removed);
  const left = values.filter((value) => !placed.some(([, number]) => number === value));
  const others = removed.filter(([cell]) => !fixed.has(keyOf(cell)));
  const lists = new Map(others.map(([, gone]) => [gone.join(), gone.length]));
  if (left.length < 2 || [...lists.values()].reduce((sum, count) => sum + count, 0) <= left.length) return "";
  const said = placed.map(([cell, value]) => fixedText(say, cell, value, lost.get(keyOf(cell)) ?? []));
  const kept = say.listed(left, "or");
  return say.clauses([...said, ...alike(say, others.map(([cell]) => [cell, "can be", kept]))]);
}

// The values that a sum excludes, if they are fewer than the values that it allows.
function impossibleText(say, { removed, values }) {
  const lost = [...new Set(removed.flatMap(([, gone]) => gone))].sort((a, b) => a - b);
  return lost.length < values.length && say.listed(lost, "nor");
}

// How many cells a sum has, if all of them are blank.
const allText = (say, { cells, sums }) => cells.length === sums[0][0].length && say.number(cells.length);

// What the other cells of a sum make, where that bounds its cell.
function othersText(say, { sums, values, removed }) {
  const [cells, total] = sums[0];
  const [least, most] = passed(values[0], values.at(-1), removed[0][1]).map((side) => side && total - side);
  if (cells.length === 1) return "";
  if (!(least && most)) return between(say, most, least);
  return least === most + 1 ? say.listed([most, least], "or") : fill(say.words.range, { least: most, most: least });
}

// What the other cells of a sum are at most or at least, where that bounds its cell; "" if they are many.
function limitsOfOthers(say, { values, candidates, removed }) {
  const [[target, lost]] = removed;
  const [low, high] = passed(values[0], values.at(-1), lost);
  const said = candidates
    .filter(([cell]) => !isSame(cell, target))
    .map(([cell, left]) => {
      // The greatest values of the others are what makes the cell great enough.
      const [least, most] = [high !== null && left[0], low !== null && left.at(-1)];
      if (left.length === 1) return [cell, "is", String(left[0])];
      if (left.length === 2 && least && most) return [cell, "can be", say.listed(left, "or")];
      return [cell, "is", between(say, (least > 1 || !most) && least, most)];
    });
  return said.length <= FEW ? say.clauses(alike(say, said)) : "";
}

// Chains --------------------------------------------------------------------------------------------------

// The links of a chain as sentences, each with its reason.
function chainText(say, step) {
  const { links, inequalities } = step;
  const { words } = say;
  const lines = step.lines.map((line) => say.line(line));
  const isOfPlaces = !isSame(links[0][0][0], links[0][1][0]);
  const places = isOfPlaces ? lines.splice(0, links.filter(([, , kind]) => kind === "strong").length) : [];
  const said = [];
  for (let at = 0; at < links.length; at += 2) {
    const [[cell, value], [end, number]] = links[at];
    const follows = isOfPlaces
      ? fill(words["two places"], { cell: say.cell(end), value: number, line: places[at / 2] })
      : fill(words.it, { value: number });
    if (at === 0) {
      said.push(fill(words.if, { cell: say.cell(cell), value, follows }));
      continue;
    }
    const [[source], , kind] = links[at - 1];
    const isUp = inequalities.some(([a, b]) => isSame(a, source) && isSame(b, cell));
    const pair = isUp ? [source, cell] : [cell, source];
    const reason = kind === "weak" ? lines.shift() ?? words["no line"] : signsText(say, [pair]);
    const link = isOfPlaces
      ? fill(words.weak, { cell: say.cell(cell), value, reason, follows })
      : fill(words["two left"], { cell: say.cell(cell), value: number, other: value, reason });
    said.push(say.follow("then", link));
  }
  return say.sentences(said);
}

const endsOf = ({ links }) => [links[0][0], links.at(-1)[1]];
const isClosed = (step) => {
  const [[first, v], [last, w]] = endsOf(step);
  return isSame(first, last) && v === w;
};

function endOrEnd(say, step) {
  const [[first, v], [last, w]] = endsOf(step);
  if (v !== w) return say.listed([isCell(say, first, v), isCell(say, last, w)], "or");
  return fill(say.words.is, { cell: say.cells(isSame(first, last) ? [last] : [first, last], "or"), value: w });
}

// Assumptions ---------------------------------------------------------------------------------------------

const suppose = (say, word, cell, values) =>
  fill(say.words[word], { cell: say.cell(cell), value: say.listed(values, "or") });

// What follows from each assumption; values of a cell with the same argument are listed together.
function outcomesText(say, { cases }) {
  const same = [];
  for (const each of cases) {
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
      return `. ${say.sentences([supposed, ...consequences(say, cell, value, steps)])}`;
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
  if (!found.length) return [say.words["at once"]];
  const steps = joined(found);
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

// Whether a step removes the number of the only cell in which the next one finds a contradiction.
function takesBack({ removed }, placed, cells) {
  if (cells.length !== 1) return false;
  const number = placed.get(keyOf(cells[0]))?.[1];
  return removed.some(([cell, lost]) => isSame(cell, cells[0]) && lost.includes(number));
}

// A step below an assumption, with the bound of the cell behind an inequality if that has no number yet.
function belowText(say, step, placed, gone) {
  const phrases = say.below[step.technique];
  if (step.technique !== "inequality bound") return told(say, step, phrases);
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

// Cells above others --------------------------------------------------------------------------------------

const isPeak = ({ inequalities, removed }) => inequalities.some(([, greater]) => isSame(greater, removed[0][0]));

// What the cells below a peak are at least, or those above a bottom at most, the same bounds together.
function limitsText(say, step) {
  const isOfPeak = isPeak(step);
  const same = new Map();
  for (const [cell, values] of step.candidates) {
    const bound = isOfPeak ? values[0] : values.at(-1);
    same.set(bound, [...(same.get(bound) ?? []), cell]);
  }
  const sorted = [...same].sort(([a], [b]) => (isOfPeak ? a - b : b - a));
  const said = sorted.map(([bound, cells]) => {
    const value = isOfPeak ? between(say, bound, null) : between(say, null, bound);
    return fill(say.words[cells.length === 1 ? "is" : "are"], { cell: say.cells(cells), value });
  });
  return say.clauses(said);
}

// What the greatest cell below a peak is at least, or the least one above a bottom at most.
function reachedText(say, step) {
  const { candidates } = step;
  if (!candidates.length) return "";
  if (isPeak(step)) {
    const lows = candidates.map(([, values]) => values[0]).sort((a, b) => a - b);
    return String(lows.reduce((bound, low) => Math.max(bound + 1, low), 0));
  }
  const highs = candidates.map(([, values]) => values.at(-1)).sort((a, b) => b - a);
  return String(highs.reduce((bound, high) => Math.min(bound - 1, high), highs[0] + 1));
}

// Choices and arrangements --------------------------------------------------------------------------------

// Most arrangements of a line, or choices of a run, that are listed.
const MOST_LISTED = 6;
// Most cells of an arrangement that is listed.
const MOST_ARRANGED = 9;

// The choices of different candidates that keep inequalities and have a total, at most one too many.
function choicesFrom(candidates, pairs, total) {
  const cells = candidates.map(([cell]) => cell);
  const less = pairs.map(([a, b]) => [indexIn(cells, a), indexIn(cells, b)]);
  const found = [];
  const choose = (chosen) => {
    const at = chosen.length;
    if (found.length > MOST_LISTED) return;
    if (at === cells.length) {
      if (total === undefined || chosen.reduce((sum, value) => sum + value, 0) === total) found.push(chosen);
      return;
    }
    for (const value of candidates[at][1]) {
      const longer = [...chosen, value];
      const isKept = less.every(([a, b]) => Math.max(a, b) !== at || longer[a] < longer[b]);
      if (!chosen.includes(value) && isKept) choose(longer);
    }
  };
  choose([]);
  return found;
}

const toldChoices = (say, found, joint) =>
  found.length && found.length <= MOST_LISTED ? say.listed(found.map((each) => each.join(joint))) : "";

function arrangementsText(say, { candidates, inequalities }) {
  if (!candidates.length || candidates.length > MOST_ARRANGED) return "";
  return toldChoices(say, choicesFrom(candidates, inequalities), " ");
}

function fewChoices(say, { candidates, sums }) {
  const [[cells, total]] = sums;
  return candidates.length < cells.length ? "" : toldChoices(say, choicesFrom(candidates, [], total), " + ");
}

// The candidates of several cells; "" if they are the first numbers, as in a whole line.
function heldText(say, { candidates, cells }) {
  const held = [...new Set(candidates.flatMap(([, values]) => values))].sort((a, b) => a - b);
  return held.at(-1) === cells.length ? "" : say.listed(held);
}

// The candidates of each cell of a sum.
function optionsOf(say, candidates) {
  const kinds = candidates.map(([cell, left]) => [cell, left.length > 1 ? "can be" : "is", say.listed(left, "or")]);
  return alike(say, kinds);
}

const optionsText = (say, { candidates }) => say.clauses(optionsOf(say, candidates));

// The candidates of the cells of a sum, without the cell that loses candidates if it is the only one.
function otherOptions(say, { candidates, removed }) {
  const isLost = ([cell]) => removed.length === 1 && isSame(cell, removed[0][0]);
  return say.clauses(optionsOf(say, candidates.filter((each) => !isLost(each))));
}

// What a step removes, as something that would be the case.
function excludedText(say, { removed }) {
  const same = new Map();
  for (const [cell, values] of removed) {
    const value = say.listed(values, "or");
    same.set(value, [...(same.get(value) ?? []), cell]);
  }
  const said = [...same].map(([value, cells]) => fill(say.words.is, { cell: say.cells(cells, "or"), value }));
  return say.listed(said, "or");
}

// The candidates of the first cell; "" if they are many and the first numbers, as in a blank cell.
function leftText(say, { candidates }, joint) {
  const left = candidates[0]?.[1] ?? [];
  return left.length > FEW && left.at(-1) === left.length ? "" : say.listed(left, joint);
}

function fewText(say, { cells, placed, removed }) {
  const all = cells.length ? cells : (removed.length ? removed : placed).map(([cell]) => cell);
  return say.cells(all.length > 4 ? all.slice(0, 2) : all);
}

// The cells of a chain, each once.
function linkedText(say, { links }) {
  const cells = links.flatMap(([[a], [b]]) => [a, b]);
  return say.cells(cells.filter((cell, k) => indexIn(cells, cell) === k));
}

const half = ({ lines }) => Math.floor(lines.length / 2);

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
  tie: (say, { relations: [[, other, kind]] }) => fill(say.ties[kind], { other: say.cell(other) }),
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
