// What a puzzle asks for, read from the data of the page, and what the entries of a player leave or break.
// Cells count from 0 in the order of the solution; a set of values is a number, whose bit v - 1 stands for v.

export const bit = (value) => 1 << (value - 1);
export const has = (mask, value) => (mask & bit(value)) !== 0;
export const lowest = (mask) => 32 - Math.clz32(mask & -mask);
export const highest = (mask) => 32 - Math.clz32(mask);
export const isSingle = (mask) => (mask & (mask - 1)) === 0;

export function valuesOf(mask) {
  const values = [];
  for (let left = mask; left; left &= left - 1) values.push(lowest(left));
  return values;
}

// Most characters of the name of a puzzle, which names all its rules.
export const MOST_NAME = 150;
// Lines that are named by their first and their last cell.
const ENDED = ["run", "pair", "cage"];
export const range = (count) => Array.from({ length: count }, (_, k) => k);

// Values are written with one character each: 1 to 9, then a to p.
export const readValues = (text) => Array.from(text, (character) => parseInt(character, 36));
export const writeValues = (values) => values.map((value) => value.toString(36)).join("");

// Whether something that was stored or sent is the data of a puzzle.
export function isPuzzle(data) {
  try {
    return hasShape(data);
  } catch {
    return false;
  }
}

const PARITIES = ["even", "odd"];
// The rules that the page checks beyond those of the families.
const RULES = [
  ...["diagonals", "windows", "disjoint-groups", "anti-knight", "anti-king", "non-consecutive"],
  ...["killer", "even-odd"],
];
const KEYS = new Set(
  (
    "id family name level time seed line rows columns n given solution solutions less units sums square gaps bars " +
    "regions places totals relations tables rules even odd"
  ).split(" "),
);

function hasShape(data) {
  const { rows, columns, n, given, solution, relations = [], tables = [] } = data;
  const isWhole = (value, least, most) => Number.isInteger(value) && value >= least && value <= most;
  const isText = (text, most) => typeof text === "string" && text.length <= most;
  const places = data.places ?? range(rows * columns);
  const count = places.length;
  const isCell = (cell) => isWhole(cell, 0, count - 1);
  const isPair = (pair) => pair.length === 2 && pair.every(isCell) && pair[0] !== pair[1];
  const isGrid = (text, least) =>
    text.length === count && /^[0-9a-p]*$/.test(text) && readValues(text).every((value) => isWhole(value, least, n));
  // A key that is not known may be a rule, without which this would be another puzzle; bars are only drawn.
  return (
    Object.keys(data).every((key) => KEYS.has(key)) &&
    (data.bars === undefined || relations.length > 0 || count === 1) &&
    [rows, columns, n].every((value) => isWhole(value, 1, 25)) &&
    /^[0-9a-f]{8}$/.test(data.id) &&
    [data.family, data.name, data.level, data.time].every((text) => isText(text, MOST_NAME)) &&
    isText(data.line, 65536) &&
    data.line !== "" &&
    new Set(places).size === count &&
    places.every((place) => isWhole(place, 0, rows * columns - 1)) &&
    (!data.square || (rows === n && columns === n && !data.places)) &&
    isGrid(given, 0) &&
    (solution === null || isGrid(solution, 1)) &&
    ["one", "none", "several", "unknown"].includes(data.solutions) &&
    [data.less, data.bars ?? []].every((pairs) => Array.isArray(pairs) && pairs.every(isPair)) &&
    tables.every((table) => table.length === n && table.every((mask) => isWhole(mask, 0, 2 ** n - 1))) &&
    relations.every((each) => each.length === 3 && isPair(each.slice(0, 2)) && isWhole(each[2], 0, tables.length - 1)) &&
    data.units.every(([kind, number, cells]) => isText(kind, 20) && isWhole(number, 0, 1000) && cells.every(isCell)) &&
    data.sums.every(({ cells, total }) => cells.every(isCell) && isWhole(total, 0, 1000)) &&
    (data.rules ?? []).every((rule) => RULES.includes(rule)) &&
    PARITIES.every((name) => (data[name] ?? []).every(isCell)) &&
    (data.regions ?? []).every((region) => isWhole(region, 0, 1000)) &&
    (data.totals ?? []).every((entry) => entry.length === 3 && entry.every((value) => isWhole(value ?? 0, 0, 1000)))
  );
}

export function readPuzzle(data) {
  const { rows, columns, n } = data;
  const places = data.places ?? range(rows * columns);
  const count = places.length;
  const given = readValues(data.given);
  const full = 2 ** n - 1;
  const units = [];
  const lines = [];
  if (data.square) {
    for (const r of range(n)) addLine(["row", r], range(n).map((c) => r * n + c));
    for (const c of range(n)) addLine(["column", c], range(n).map((r) => r * n + c));
  }
  const cells = places.map((place) => [Math.floor(place / columns), place % columns]);
  const numberOf = new Map(cells.map((cell, number) => [cell.join(), number]));
  const puzzle = { ...data, data, places, count, given, full, units, lines, cells, numberOf };
  for (const [kind, number, members] of data.units) {
    const ends = [members[0], members.at(-1)].flatMap((cell) => cells[cell]);
    addLine(ENDED.includes(kind) ? [kind, ...ends] : [kind, number - 1], members);
  }
  // Lines have the names that steps give them: kind and number, or kind, first and last cell.
  function addLine(name, members) {
    lines.push(name);
    units.push(members);
  }
  puzzle.unitsOf = range(count).map(() => []);
  units.forEach((unit, u) => unit.forEach((cell) => puzzle.unitsOf[cell].push(u)));
  puzzle.peers = puzzle.unitsOf.map((own, cell) => {
    const seen = new Set(own.flatMap((u) => units[u]));
    seen.delete(cell);
    return [...seen].sort((a, b) => a - b);
  });
  puzzle.greater = range(count).map(() => []);
  puzzle.lesser = range(count).map(() => []);
  for (const [a, b] of data.less) {
    puzzle.greater[a].push(b);
    puzzle.lesser[b].push(a);
  }
  puzzle.ties = (data.relations ?? []).map(([a, b, table]) => ({ a, b, table: data.tables[table] }));
  puzzle.domains = given.map((value) => (value ? bit(value) : full));
  puzzle.allowed = given.map(() => full);
  for (const [remainder, name] of PARITIES.entries()) {
    const mask = valuesOf(full).filter((value) => value % 2 === remainder).reduce((all, value) => all | bit(value), 0);
    for (const cell of data[name] ?? []) puzzle.allowed[cell] &= mask;
  }
  puzzle.solution = data.solution ? readValues(data.solution) : null;
  return puzzle;
}

const isTieBroken = ({ table }, v, w) => !has(table[v - 1], w);

export const rowOf = (puzzle, cell) => puzzle.cells[cell][0];
export const columnOf = (puzzle, cell) => puzzle.cells[cell][1];

// The value of each cell: a clue, an entry, or 0.
export const knownValues = (puzzle, entries) => puzzle.given.map((value, cell) => value || entries[cell]);

// The candidates of each cell: what its marks leave, if there are any, without what stands in sight.
export function candidatesOf(puzzle, known, marks) {
  const masks = puzzle.domains.map((mask, cell) => {
    if (known[cell]) return bit(known[cell]);
    return mask & puzzle.allowed[cell] & (marks[cell] || mask);
  });
  known.forEach((value, cell) => {
    if (value) for (const peer of puzzle.peers[cell]) masks[peer] &= ~bit(value);
  });
  return masks;
}

// The values from 1 to n that can fill the open cells of a sum, by its total and its filled cells alone.
export function leftTo(n, sum, masks) {
  let left = sum.total;
  let free = 2 ** n - 1;
  let open = 0;
  for (const cell of sum.cells) {
    if (isSingle(masks[cell])) {
      left -= lowest(masks[cell]);
      free &= ~masks[cell];
    } else open += 1;
  }
  const fits = (value) => open > 0 && areReached(free & ~bit(value), open - 1, left - value);
  return { open, values: valuesOf(free).filter(fits).reduce((mask, value) => mask | bit(value), 0) };
}

// Whether so many different values add up to a total; bit t of a number is whether they add up to t.
function areReached(values, count, total) {
  const sums = [1n, ...range(count).map(() => 0n)];
  for (const value of valuesOf(values)) for (let k = count; k > 0; k--) sums[k] |= sums[k - 1] << BigInt(value);
  return total >= 0 && ((sums[count] >> BigInt(total)) & 1n) === 1n;
}

// The cells that break a rule.
export function conflictsOf(puzzle, known) {
  const found = new Set();
  known.forEach((value, cell) => {
    if (!value) return;
    if (!has(puzzle.allowed[cell], value) || puzzle.peers[cell].some((peer) => known[peer] === value)) found.add(cell);
    // An open neighbour must have a value left.
    for (const other of puzzle.greater[cell]) {
      if (value < (known[other] || puzzle.n)) continue;
      found.add(cell);
      if (known[other]) found.add(other);
    }
    if (value === 1 && puzzle.lesser[cell].some((other) => !known[other])) found.add(cell);
  });
  for (const tie of puzzle.ties) {
    const [v, w] = [known[tie.a], known[tie.b]];
    if (v && w && isTieBroken(tie, v, w)) found.add(tie.a).add(tie.b);
  }
  for (const { cells, total } of puzzle.sums) {
    const sum = cells.reduce((all, cell) => all + known[cell], 0);
    if (sum > total || (cells.every((cell) => known[cell]) && sum < total)) {
      cells.forEach((cell) => known[cell] && found.add(cell));
    }
  }
  return found;
}

export const isSolved = (puzzle, known) => known.every(Boolean) && conflictsOf(puzzle, known).size === 0;

// Whether an entry is wrong: another one than the solution has or, if there is not exactly one, one that breaks a rule.
export function wrongEntries(puzzle, entries) {
  if (puzzle.solution) return entries.flatMap((value, cell) => (value && value !== puzzle.solution[cell] ? [cell] : []));
  const found = conflictsOf(puzzle, knownValues(puzzle, entries));
  return entries.flatMap((value, cell) => (value && found.has(cell) ? [cell] : []));
}
