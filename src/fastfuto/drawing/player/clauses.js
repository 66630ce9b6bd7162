// The parts of sentences on a step: bounds, sums, chains, cells above others, choices and arrangements.
import { fill, indexIn, isSame, keyOf } from "./speech.js";

// Inequalities as chains: r1c1 < r1c2 < r1c3.
export function signsText(say, pairs) {
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
export const mapOf = (pairs) => new Map(pairs.map(([cell, values]) => [keyOf(cell), values]));

// Bounds in words, either of which may be missing. The smallest value of all is 1.
export function between(say, least, most) {
  if (most === 1) return "1";
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
export function changesText(say, { links, placed, removed }) {
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
export function boundsText(say, { inequalities, values, placed, removed }) {
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
export function reachText(say, step) {
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
export function climbText(say, step) {
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
export function climbedText(say, step) {
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
export function stretchName(say, cells) {
  if (!cells.length) return "";
  const [row, column] = cells[0];
  const isAlong = (down) => cells.every(([r, c], k) => r === row + k * down && c === column + k * (1 - down));
  return isAlong(0) || isAlong(1) ? say.span(cells[0], cells.at(-1)) : "";
}

export function sumName(say, { sums }) {
  if (!sums.length) return "";
  const [cells] = sums[0];
  return stretchName(say, cells) || say.cells(cells) || say.words["no cells"];
}

export function addingText(say, step) {
  const [cells, total] = step.sums[0];
  const has = cells.length < 2 ? "has" : "have";
  return fill(say.words[has], { cell: sumName(say, step), value: total });
}

// The values that are left for the cells of a step, if they are fewer than the values that it excludes.
export function keptText(say, { placed, removed, values }) {
  const fixed = mapOf(placed);
  const lost = mapOf(removed);
  const left = values.filter((value) => !placed.some(([, number]) => number === value));
  const others = removed.filter(([cell]) => !fixed.has(keyOf(cell)));
  const lists = new Map(others.map(([, gone]) => [gone.join(), gone.length]));
  const said = placed.map(([cell, value]) => fixedText(say, cell, value, lost.get(keyOf(cell)) ?? []));
  // The last value belongs in the other cell, which the next step states.
  if (left.length === 1 && said.length) return say.clauses(said);
  if (!left.length || [...lists.values()].reduce((sum, count) => sum + count, 0) <= left.length) return "";
  const kept = say.listed(left, "or");
  return say.clauses([...said, ...alike(say, others.map(([cell]) => [cell, "can be", kept]))]);
}

// The values that a sum excludes, if they are fewer than the values that it allows.
export function impossibleText(say, { removed, values }) {
  const lost = [...new Set(removed.flatMap(([, gone]) => gone))].sort((a, b) => a - b);
  return lost.length < values.length && say.listed(lost, "nor");
}

// How many cells a sum has, if all of them are blank.
export const allText = (say, { cells, sums }) => cells.length === sums[0][0].length && say.number(cells.length);

// What the other cells of a sum make, where that bounds its cell.
export function othersText(say, { sums, values, removed }) {
  const [cells, total] = sums[0];
  const [least, most] = passed(values[0], values.at(-1), removed[0][1]).map((side) => side && total - side);
  if (cells.length === 1) return "";
  if (!(least && most)) return between(say, most, least);
  return least === most + 1 ? say.listed([most, least], "or") : fill(say.words.range, { least: most, most: least });
}

// What the other cells of a sum are at most or at least, where that bounds its cell; "" if they are many.
export function limitsOfOthers(say, { values, candidates, removed }) {
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
export function chainText(say, step) {
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

export const endsOf = ({ links }) => [links[0][0], links.at(-1)[1]];
export const isClosed = (step) => {
  const [[first, v], [last, w]] = endsOf(step);
  return isSame(first, last) && v === w;
};

export function endOrEnd(say, step) {
  const [[first, v], [last, w]] = endsOf(step);
  if (v !== w) return say.listed([isCell(say, first, v), isCell(say, last, w)], "or");
  return fill(say.words.is, { cell: say.cells(isSame(first, last) ? [last] : [first, last], "or"), value: w });
}

// Totals that assumptions exclude ---------------------------------------------------------------------------

// The values that are left for the cells of a sum under an assumption.
function leftFor({ sums: [[cells]], candidates }, placed, gone) {
  const named = mapOf(candidates);
  return cells.map((cell) => {
    const own = placed.get(keyOf(cell));
    if (own) return [cell, [own[1]]];
    // In a grid, a cell also differs from its neighbours outside the sum.
    const isNear = ([each]) => indexIn(cells, each) >= 0 || Math.hypot(each[0] - cell[0], each[1] - cell[1]) === 1;
    const taken = [...placed.values()].filter(isNear).map(([, number]) => number);
    const isLeft = (value) => !gone.has(`${keyOf(cell)} ${value}`) && !taken.includes(value);
    return [cell, (named.get(keyOf(cell)) ?? []).filter(isLeft)];
  });
}

const sumOf = (values) => values.reduce((sum, value) => sum + value, 0);

// That only a few sets of numbers have a total; "" if there are many, or none.
function fewWays(say, left, total) {
  const sets = setsOf(left.map(([, values]) => values));
  const ways = sets.filter((set) => sumOf(set) === total).map((set) => set.join(" + ")).sort();
  return ways.length && ways.length <= FEW ? fill(say.words.ways, { value: say.listed(ways, "or") }) : "";
}

// Why cells cannot have their total under an assumption; "" if that takes many words.
function whyNot(say, left, total) {
  if (left.some(([, values]) => !values.length)) return "";
  for (const [, [only, ...others]] of left) {
    const same = left.filter(([, values]) => values.length === 1 && values[0] === only);
    if (others.length || same.length < 2) continue;
    return say.clauses(alike(say, same.map(([cell]) => [cell, "can be", `${only}`])));
  }
  const [least, most] = [0, -1].map((at) => sumOf(left.map(([, values]) => values.at(at))));
  if (least > total) return fill(say.words["add up"], { value: between(say, least) });
  if (most < total) return fill(say.words["add up"], { value: between(say, null, most) });
  const totals = setsOf(left.map(([, values]) => values)).map(sumOf);
  if (totals.includes(total)) return fewWays(say, left, total);
  const [lowest, highest] = [Math.min(...totals), Math.max(...totals)];
  if (totals.length && (lowest > total || highest < total)) {
    const bounds = lowest > total ? [lowest] : [null, highest];
    return fill(say.words["add up differently"], { value: between(say, ...bounds) });
  }
  if (left.length > FEW) return "";
  const clause = ([cell, values]) => [cell, values.length > 1 ? "can be" : "is", say.listed(values, "or")];
  return say.clauses(alike(say, left.map(clause)));
}

// The clause of a step with a sum under an assumption, with the reason if few words state it.
export function withReason(say, step, said, placed, gone) {
  const [left, total] = [leftFor(step, placed, gone), step.sums[0][1]];
  if (step.technique === "contradiction") {
    const reason = whyNot(say, left, total);
    return reason ? fill(say.words.because, { said, reason }) : said;
  }
  // If there are two cells, each value of the other cell leaves one value.
  const reason = left.length > 2 ? fewWays(say, left, total) : "";
  return say.listed([said, reason].filter(Boolean), "clauses");
}

// Cells above others --------------------------------------------------------------------------------------

export const isPeak = ({ inequalities, removed }) => inequalities.some(([, greater]) => isSame(greater, removed[0][0]));

// What the cells below a peak are at least, or those above a bottom at most, the same bounds together.
export function limitsText(say, step) {
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
export function reachedText(say, step) {
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

// The sets of different candidates, one of each cell, in ascending order; none if there are more than `MOST_SETS`.
const MOST_SETS = 1000;
function setsOf(candidates) {
  let sets = [[]];
  for (const values of candidates) {
    const others = (set) => values.filter((value) => !set.includes(value));
    const longer = sets.flatMap((set) => others(set).map((value) => [...set, value]));
    sets = [...new Map(longer.map((set) => set.sort((a, b) => a - b)).map((set) => [set.join(), set])).values()];
    if (sets.length > MOST_SETS) return [];
  }
  return sets;
}

const toldChoices = (say, found, joint) =>
  found.length && found.length <= MOST_LISTED ? say.listed(found.map((each) => each.join(joint))) : "";

export function arrangementsText(say, { candidates, inequalities }) {
  if (!candidates.length || candidates.length > MOST_ARRANGED) return "";
  return toldChoices(say, choicesFrom(candidates, inequalities), " ");
}

export function fewChoices(say, { candidates, sums }) {
  const [[cells, total]] = sums;
  return candidates.length < cells.length ? "" : toldChoices(say, choicesFrom(candidates, [], total), " + ");
}

// The candidates of several cells; "" if they are the first numbers, as in a whole line.
export function heldText(say, { candidates, cells }) {
  const held = [...new Set(candidates.flatMap(([, values]) => values))].sort((a, b) => a - b);
  return held.at(-1) === cells.length ? "" : say.listed(held);
}

// The candidates of each cell of a sum.
export function optionsOf(say, candidates) {
  const kinds = candidates.map(([cell, left]) => [cell, left.length > 1 ? "can be" : "is", say.listed(left, "or")]);
  return alike(say, kinds);
}

export const optionsText = (say, { candidates }) => say.clauses(optionsOf(say, candidates));

// The candidates of the cells of a sum, without the cell that loses candidates if it is the only one.
export function otherOptions(say, { candidates, removed }) {
  const isLost = ([cell]) => removed.length === 1 && isSame(cell, removed[0][0]);
  return say.clauses(optionsOf(say, candidates.filter((each) => !isLost(each))));
}

// What a step removes, as something that would be the case.
export function excludedText(say, { removed }) {
  const same = new Map();
  for (const [cell, values] of removed) {
    const value = say.listed(values, "or");
    same.set(value, [...(same.get(value) ?? []), cell]);
  }
  const said = [...same].map(([value, cells]) => fill(say.words.is, { cell: say.cells(cells, "or"), value }));
  return say.listed(said, "cases");
}

// The candidates of the first cell; "" if they are many and the first numbers, as in a blank cell.
export function leftText(say, { candidates }, joint) {
  const left = candidates[0]?.[1] ?? [];
  return left.length > FEW ? "" : say.listed(left, joint);
}

export function fewText(say, { cells, placed, removed }) {
  const all = cells.length ? cells : (removed.length ? removed : placed).map(([cell]) => cell);
  return say.cells(all.length > 4 ? all.slice(0, 2) : all);
}

// The cells of a chain, each once.
export function linkedText(say, { links }) {
  const cells = links.flatMap(([[a], [b]]) => [a, b]);
  return say.cells(cells.filter((cell, k) => indexIn(cells, cell) === k));
}

export const half = ({ lines }) => Math.floor(lines.length / 2);
