// Steps in words, in four degrees: where to look, which technique, what it rests on, and everything. The page brings the
// phrases along, which are those of the package; here their parts are read from a step, which is what `Step.to_json`
// writes: cells are [row, column], and all counts begin at 0.

const NAMES = /\{([^}]+)\}/g;
const fill = (phrase, parts) => phrase.replace(NAMES, (_, name) => parts[name]);

export function stepText(phrases, step, degree) {
  const { words, techniques, below, ties, numbers } = phrases;
  const { name, premise, joint, conclusion, where } = techniques[step.technique];
  if (degree === 0) return fill(words.look, { where: told(step, where) });
  if (degree === 1) return fill(words.here, { technique: name, where: told(step, where) });
  const rest = degree === 3 ? told(step, conclusion) : "";
  return `${capital(told(step, premise) + (rest && joint + rest))}.`;

  // The first of some phrases of which a step has all parts, with these in it; "" if there is none.
  function told(of, options) {
    for (const phrase of options) {
      const parts = Array.from(phrase.matchAll(NAMES), ([, part]) => part);
      const found = parts.map((part) => [part, PARTS[part]({ words, ties, numbers, caseText, ...of })]);
      if (found.every(([, part]) => part)) return fill(phrase, Object.fromEntries(found));
    }
    return "";
  }

  // What follows from an assumption, up to the contradiction if there is one.
  function caseText([cell, value], steps) {
    const said = [fill(words.suppose, { cell: cellName(cell), value })];
    for (const each of steps) {
      const way = each.technique === "contradiction" ? "but then" : "then";
      said.push(fill(words[way], { said: told(each, below[each.technique]) }));
    }
    return sentences(steps.length ? said : [...said, words["at once"]]);
  }
}

// Names and lists -----------------------------------------------------------------------------------------

const cellName = ([row, column]) => `r${row + 1}c${column + 1}`;
const keyOf = (cell) => cell.join();
const isSame = (a, b) => keyOf(a) === keyOf(b);
const indexIn = (cells, cell) => cells.findIndex((each) => isSame(each, cell));

function listed(all, joint = "and") {
  if (all.length < 2) return all.join("");
  return `${all.slice(0, -1).join(", ")} ${joint} ${all[all.length - 1]}`;
}

const clauses = (said) => (said.length < 3 ? listed(said) : `${said.slice(0, -1).join(", ")}, and ${said.at(-1)}`);
const named = (cells, joint) => listed(cells.map(cellName), joint);
const spanName = (first, last) => (isSame(first, last) ? cellName(first) : `${cellName(first)}-${cellName(last)}`);
const countOf = ({ cells, numbers }) => numbers[cells.length] ?? String(cells.length);

function lineName({ words }, [kind, ...at]) {
  if (kind === "run") return fill(words.run, { span: spanName(at.slice(0, 2), at.slice(2)) });
  return `${kind} ${at[0] + 1}`;
}

// A capital letter at the beginning, unless a sentence begins with the name of a cell.
const capital = (said) => (/^r\d+c\d/.test(said) ? said : said[0].toUpperCase() + said.slice(1));
const sentences = (said) => said.map(capital).join(". ");

// Inequalities as chains: r1c1 < r1c2 < r1c3.
function signsText(pairs) {
  const chains = [];
  for (const [lesser, greater] of pairs) {
    const chain = chains.find((each) => isSame(each.at(-1), lesser) || isSame(each[0], greater));
    if (!chain) chains.push([lesser, greater]);
    else if (isSame(chain.at(-1), lesser)) chain.push(greater);
    else chain.unshift(lesser);
  }
  return listed(chains.map((chain) => chain.map(cellName).join(" < ")));
}

// Values and bounds ---------------------------------------------------------------------------------------

const isCell = ({ words }, cell, value) => fill(words.is, { cell: cellName(cell), value });
const canBe = ({ words }, cell, values) => fill(words["can be"], { cell: cellName(cell), value: listed(values, "or") });
const without = (values, lost) => values.filter((value) => !lost.includes(value));
const mapOf = (pairs) => new Map(pairs.map(([cell, values]) => [keyOf(cell), values]));

// Bounds in words, either of which may be missing.
function between({ words }, least, most) {
  const bounds = { least, most };
  const isThere = (name) => typeof bounds[name] === "number";
  return listed(Object.keys(bounds).filter(isThere).map((name) => fill(words[name], { value: bounds[name] })));
}

// Those of two bounds that exclude lost values.
const passed = (least, most, lost) => [lost[0] < least ? least : null, lost.at(-1) > most ? most : null];

// Most candidates of a cell that are listed where a bound would do, too.
const FEW = 4;

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
    said.push(fill(words[cells.length === 1 ? "is not" : "are not"], { cell: named(cells), value }));
  }
  return clauses(said);
}

// What cells keep that lose their least or their greatest values alone.
function boundsText(step) {
  const { inequalities, values, words } = step;
  const isEnd = (cell, end) => inequalities.some((pair) => isSame(pair[end], cell));
  const kept = step.removed.map(([cell, lost]) => {
    // The bounds of a cell of a sum.
    if (values.length) return isCell(step, cell, between(step, ...passed(values[0], values.at(-1), lost)));
    if (!isEnd(cell, 0)) return isCell(step, cell, between(step, lost.at(-1) + 1, null));
    if (!isEnd(cell, 1)) return isCell(step, cell, between(step, null, lost[0] - 1));
    return fill(words["is not"], { cell: cellName(cell), value: listed(lost, "or") });
  });
  return clauses(kept);
}

// The inequalities of a chain, and what its cells have left that bounds the others.
function climbText(step) {
  const { cells, candidates, words } = step;
  const lost = mapOf(step.removed);
  const isOfChain = (cell) => indexIn(cells, cell) >= 0;
  const said = [signsText(step.inequalities)];
  candidates.forEach(([cell, values], k) => {
    if (!isOfChain(cell)) return;
    const isFirst = isSame(cell, cells[0]);
    if (values.length === 1) said.push(isCell(step, cell, values[0]));
    else if (values.length <= FEW && new Set(without(values, lost.get(keyOf(cell)) ?? [])).size === 1) {
      said.push(canBe(step, cell, values));
    } else if (isFirst || isSame(cell, cells.at(-1))) {
      const bound = isCell(step, cell, isFirst ? between(step, values[0]) : between(step, null, values.at(-1)));
      // Cells with one value that stand after a cell of the chain have the values beyond its bound.
      const rest = candidates.slice(k + 1);
      const end = rest.findIndex(([other]) => isOfChain(other));
      const standing = rest.slice(0, end < 0 ? rest.length : end);
      const reason = listed(standing.map(([other, [value]]) => isCell(step, other, value)));
      if (reason) said.push(fill(words.because, { said: bound, reason }));
      else said.push(values.length <= FEW ? canBe(step, cell, values) : bound);
    }
  });
  return clauses(said);
}

// What the cells of a chain of inequalities keep.
function climbedText(step) {
  const { cells, values, removed } = step;
  const left = mapOf(step.candidates);
  const top = cells.length - 1;
  const least = left.get(keyOf(cells[0]))?.[0] ?? 1;
  const greatest = left.get(keyOf(cells[top]))?.at(-1) ?? values.at(-1);
  const said = removed.map(([cell, lost]) => {
    const k = indexIn(cells, cell);
    // The last cell may have the greatest value of all, so that the one before it loses that one alone.
    let bounds = k < top ? [null, lost[0] - 1] : [least + k, null];
    if (greatest !== undefined) bounds = passed(least + k, greatest - top + k, lost);
    const before = left.get(keyOf(cell)) ?? [];
    const kept = before.length <= FEW ? without(before, lost) : [];
    if (bounds[1] === 1) return isCell(step, cell, 1);
    return isCell(step, cell, kept.length === 1 ? kept[0] : between(step, ...bounds));
  });
  return clauses(said);
}

// Sums ----------------------------------------------------------------------------------------------------

function runName({ words }, cells) {
  if (!cells.length) return "";
  const [row, column] = cells[0];
  const isAlong = (down) => cells.every(([r, c], k) => r === row + k * down && c === column + k * (1 - down));
  return isAlong(0) || isAlong(1) ? fill(words.run, { span: spanName(cells[0], cells.at(-1)) }) : "";
}

function sumName(step) {
  if (!step.sums.length) return "";
  const [cells] = step.sums[0];
  return runName(step, cells) || named(cells) || step.words["no run"];
}

function addingText(step) {
  const [cells, total] = step.sums[0];
  const has = runName(step, cells) || cells.length === 1 ? "has" : "have";
  return fill(step.words[has], { cell: sumName(step), value: total });
}

// What the other cells of a sum make, where that bounds its cell.
function othersText(step) {
  const [cells, total] = step.sums[0];
  const { values, removed } = step;
  const [least, most] = passed(values[0], values.at(-1), removed[0][1]).map((side) => side && total - side);
  if (cells.length === 1) return "";
  return least && most ? `${most} to ${least}` : between(step, most, least);
}

// What the other cells of a sum are at most or at least, where that bounds its cell; "" if they are many.
function limitsOfOthers(step) {
  const { values, candidates } = step;
  const [[target, lost]] = step.removed;
  const [low, high] = passed(values[0], values.at(-1), lost);
  const said = candidates
    .filter(([cell]) => !isSame(cell, target))
    .map(([cell, left]) => {
      if (left.length === 1) return isCell(step, cell, left[0]);
      // The greatest values of the others are what makes the cell great enough.
      return isCell(step, cell, between(step, high !== null && left[0], low !== null && left.at(-1)));
    });
  return said.length <= FEW ? clauses(said) : "";
}

// Chains, and cells above others --------------------------------------------------------------------------

// The links of a chain as sentences, each with its reason.
function chainText(step) {
  const { links, words, inequalities } = step;
  const lines = step.lines.map((line) => lineName(step, line));
  const isOfPlaces = !isSame(links[0][0][0], links[0][1][0]);
  const places = isOfPlaces ? lines.splice(0, links.filter(([, , kind]) => kind === "strong").length) : [];
  const said = [];
  for (let at = 0; at < links.length; at += 2) {
    const [[cell, value], [end, number]] = links[at];
    const follows = isOfPlaces
      ? fill(words["two places"], { cell: cellName(end), value: number, line: places[at / 2] })
      : fill(words.it, { value: number });
    if (at === 0) {
      said.push(fill(words.if, { cell: cellName(cell), value, follows }));
      continue;
    }
    const [[source], , kind] = links[at - 1];
    const isUp = inequalities.some(([a, b]) => isSame(a, source) && isSame(b, cell));
    const pair = isUp ? [source, cell] : [cell, source];
    const reason = kind === "weak" ? lines.shift() ?? words["no line"] : signsText([pair]);
    const told = isOfPlaces
      ? fill(words.weak, { cell: cellName(cell), value, reason, follows })
      : fill(words["two left"], { cell: cellName(cell), value: number, other: value, reason });
    said.push(fill(words.then, { said: told }));
  }
  return sentences(said);
}

function endOrEnd(step) {
  const [[first, v]] = step.links[0];
  const [, [last, w]] = step.links.at(-1);
  const other = isCell(step, last, w);
  return isSame(first, last) && v === w ? `${other} all the same` : `${isCell(step, first, v)} or ${other}`;
}

const isPeak = ({ inequalities, removed }) => inequalities.some(([, greater]) => isSame(greater, removed[0][0]));

// What the cells below a peak are at least, or those above a bottom at most, the same bounds together.
function limitsText(step) {
  const { candidates, words } = step;
  const isOfPeak = isPeak(step);
  const same = new Map();
  for (const [cell, values] of candidates) {
    const bound = isOfPeak ? values[0] : values.at(-1);
    same.set(bound, [...(same.get(bound) ?? []), cell]);
  }
  const sorted = [...same].sort(([a], [b]) => (isOfPeak ? a - b : b - a));
  const said = sorted.map(([bound, cells]) => {
    const value = isOfPeak ? between(step, bound, null) : between(step, null, bound);
    return fill(words[cells.length === 1 ? "is" : "are"], { cell: named(cells), value });
  });
  return clauses(said);
}

// What the greatest cell below a peak is at least, or the least one above a bottom at most.
function reachedText(step) {
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

const toldChoices = (found, joint, last) =>
  found.length && found.length <= MOST_LISTED ? listed(found.map((each) => each.join(joint)), last) : "";

function arrangementsText({ candidates, inequalities }) {
  if (!candidates.length || candidates.length > MOST_ARRANGED) return "";
  return toldChoices(choicesFrom(candidates, inequalities), " ", "and");
}

function fewChoices({ candidates, sums }) {
  const [[cells, total]] = sums;
  return candidates.length < cells.length ? "" : toldChoices(choicesFrom(candidates, [], total), " + ", "and");
}

const heldText = ({ candidates }) =>
  listed([...new Set(candidates.flatMap(([, values]) => values))].sort((a, b) => a - b));

// What a step removes, as something that is nowhere the case.
const excludedText = (step) =>
  listed(step.removed.map(([cell, values]) => isCell(step, cell, listed(values, "or"))), "or");

function fewText({ cells, placed, removed }) {
  const all = cells.length ? cells : [...placed, ...removed].map(([cell]) => cell);
  return named(all.length > 4 ? all.slice(0, 2) : all);
}

// How the parts of phrases are read from a step; nothing if it does not have them.
const PARTS = {
  cell: ({ cells }) => named(cells.slice(0, 1)),
  cells: ({ cells }) => named(cells),
  "any cell": ({ cells }) => named(cells, "or"),
  few: fewText,
  last: ({ cells }) => cells.length === 1 && named(cells),
  "either end": ({ cells }) => `${cellName(cells[0])} or ${cellName(cells.at(-1))}`,
  count: countOf,
  target: ({ removed }) => cellName(removed[0][0]),
  placed: ({ placed }) => String(placed[0][1]),
  wrong: ({ removed }) => removed.length && String(removed[0][1][0]),
  value: ({ values }) => listed(values.slice(0, 1)),
  values: ({ values }) => listed(values),
  any: ({ values }) => listed(values, "or"),
  changes: changesText,
  bounds: boundsText,
  line: (step) => listed(step.lines.slice(0, 1).map((line) => lineName(step, line))),
  lines: (step) => listed(step.lines.map((line) => lineName(step, line))),
  "only line": (step) => step.lines.length === 1 && lineName(step, step.lines[0]),
  crossing: (step) => lineName(step, step.lines[1]),
  kind: ({ lines }) => lines[0][0],
  base: ({ lines }) => listed(lines.slice(0, Math.floor(lines.length / 2)).map((line) => line[1] + 1)),
  "crossing kind": ({ lines }) => lines.at(-1)[0],
  cover: ({ lines }) => listed(lines.slice(Math.floor(lines.length / 2)).map((line) => line[1] + 1)),
  signs: ({ inequalities }) => signsText(inequalities),
  climb: climbText,
  climbing: (step) => !step.candidates.length && countOf(step),
  climbed: climbedText,
  peak: (step) => isPeak(step) && cellName(step.removed[0][0]),
  "greatest lost": ({ removed }) => String(removed[0][1].at(-1)),
  "least lost": ({ removed }) => String(removed[0][1][0]),
  related: ({ relations }) => named(relations.slice(0, 1).flatMap(([a, b]) => [a, b])),
  tie: ({ relations, ties }) => fill(ties[relations[0][2]], { other: cellName(relations[0][1]) }),
  sum: sumName,
  total: ({ sums }) => sums.length && String(sums[0][1]),
  lone: (step) => step.sums[0][0].length === 1 && sumName(step),
  all: (step) => step.cells.length === step.sums[0][0].length && countOf(step),
  adding: addingText,
  others: othersText,
  limits: limitsText,
  reached: reachedText,
  arrangements: arrangementsText,
  held: heldText,
  excluded: excludedText,
  "few choices": fewChoices,
  options: (step) => clauses(step.candidates.map(([cell, values]) => canBe(step, cell, values))),
  filled: (step) =>
    clauses([addingText(step), ...step.candidates.map(([cell, [value]]) => isCell(step, cell, value))]),
  "one other": (step) => step.sums[0][0].length === 2 && limitsOfOthers(step),
  "some others": (step) => step.sums[0][0].length > 2 && limitsOfOthers(step),
  left: ({ candidates }) => candidates.length && listed(candidates[0][1]),
  chain: chainText,
  "end or end": endOrEnd,
  braid: ({ cells, values, cases, caseText }) => caseText([cells[0], values[0]], cases.slice(1)),
  outcomes: ({ cases, caseText }) => cases.map((each) => `. ${caseText(each.placed[0], each.cases)}`).join(""),
};
