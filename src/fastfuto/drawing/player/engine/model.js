// A puzzle as the page stores it, in the numbers that the module takes and the names that steps have.
// What comes in may be anything: it is looked at before it is used. Indices are looked at by the module.

export const LARGEST = 25;
export const MOST_TOTAL = 1000;
const MOST_CLUES = 5000;

export class Refusal extends Error {}

export function refuse(sentence) {
  throw new Refusal(sentence);
}

export const range = (count) => Array.from({ length: count }, (_, k) => k);
export const inOrder = ([a, b], [c, d]) => a - c || b - d;
export const isWhole = (value, least, most) => Number.isInteger(value) && value >= least && value <= most;

function wholesOf(values, what, least, most, length = values?.length) {
  const isList = Array.isArray(values) && values.length === length && length <= MOST_CLUES;
  if (!isList || !values.every((value) => isWhole(value, least, most))) {
    refuse(`${what} must be a list of whole numbers from ${least} to ${most}`);
  }
  return values;
}

// Lists of lists; each one is checked by `check`.
function listsOf(values, what, check) {
  if (!Array.isArray(values) || values.length > MOST_CLUES) refuse(`${what} must be a list`);
  return values.map(check);
}

// A grid's rows and columns, and the pairs of its neighbours: those side by side, then those one above the other.
export const rowsOf = (n) => range(n).map((r) => range(n).map((c) => r * n + c));
export const columnsOf = (n) => range(n).map((c) => range(n).map((r) => r * n + c));

export function neighboursOf(n) {
  const beside = range(n * (n - 1)).map((k) => k + Math.floor(k / (n - 1)));
  return [...beside.map((a) => [a, a + 1]), ...range(n * (n - 1)).map((a) => [a, a + n])];
}

// For each value those that differ from it by 1.
export const besideOf = (n) => range(n).map((v) => (((1 << v) >> 1) | (1 << (v + 1))) & (2 ** n - 1));

// Units that are named by their first and their last cell.
const ENDED = ["run", "pair", "cage"];

export class Model {
  constructor(data) {
    if (typeof data !== "object" || data === null) refuse("puzzle must be an object");
    const { rows, columns, n } = data;
    if (![rows, columns, n].every((side) => isWhole(side, 1, LARGEST))) {
      refuse(`rows, columns and n must be whole numbers from 1 to ${LARGEST}`);
    }
    const nCells = data.places === undefined ? rows * columns : data.places?.length;
    const places = data.places === undefined ? range(nCells) : data.places;
    wholesOf(places, "places", 0, rows * columns - 1, nCells);
    if (data.square && (rows !== n || columns !== n || nCells !== n * n)) refuse("a square has n rows and columns");
    this.n = n;
    this.nCells = nCells;
    this.cells = places.map((place) => [Math.floor(place / columns), place % columns]);
    this.readUnits(data);
    this.domains = domainsOf(data.given, n, nCells);
    this.readParities(data);
    this.given = this.domains.map((mask) => ((mask & (mask - 1)) === 0 ? 32 - Math.clz32(mask) : 0));
    this.less = listsOf(data.less, "less", (pair) => wholesOf(pair, "an inequality", 0, nCells - 1, 2));
    this.readSums(data.sums ?? []);
    this.readRelations(data);
    this.pairs = [];
  }

  readUnits({ square, units, n = this.n }) {
    this.units = square ? [...rowsOf(n), ...columnsOf(n)] : [];
    this.lines = square ? [...range(n).map((k) => ["row", k]), ...range(n).map((k) => ["column", k])] : [];
    listsOf(units, "units", (unit) => {
      const [kind, number, cells] = Array.isArray(unit) ? unit : [];
      wholesOf(cells, "a unit", 0, this.nCells - 1);
      if (typeof kind !== "string" || !isWhole(number, 1, MOST_CLUES) || !cells.length) refuse("a unit has a kind and cells");
      const ends = [this.cells[cells[0]], this.cells[cells[cells.length - 1]]];
      this.units.push(cells);
      this.lines.push(ENDED.includes(kind) ? [kind, ...ends.flat()] : [kind.slice(0, 16), number - 1]);
    });
  }

  // Cells with an even value, and cells with an odd value.
  readParities({ even = [], odd = [] }) {
    for (const [cells, remainder] of [[even, 0], [odd, 1]]) {
      const mask = range(this.n).reduce((all, v) => ((v + 1) % 2 === remainder ? all | (1 << v) : all), 0);
      for (const cell of wholesOf(cells, "cells of a parity", 0, this.nCells - 1)) this.domains[cell] &= mask;
    }
  }

  readSums(sums) {
    this.sums = listsOf(sums, "sums", (sum) => {
      if (!isWhole(sum?.total, 0, MOST_CLUES)) refuse("a sum has a total");
      return { cells: wholesOf(sum.cells, "a sum", 0, this.nCells - 1), total: sum.total };
    });
  }

  // Pairs of cells with the number of a table, which has for each value of the first cell those of the second one.
  readRelations({ relations = [], tables = [] }) {
    const { n, nCells } = this;
    this.tables = listsOf(tables, "tables", (table) => wholesOf(table, "a table", 0, 2 ** n - 1, n)).flat();
    this.related = listsOf(relations, "relations", (relation) => {
      const [a, b, table] = wholesOf(relation, "a relation", 0, MOST_CLUES, 3);
      if (Math.max(a, b) >= nCells || table >= tables.length) refuse("a relation has two cells and a table");
      return relation;
    });
  }

  get message() {
    const { units, less, sums, related, tables } = this;
    const members = units.flat();
    const added = sums.flatMap((sum) => sum.cells);
    return [
      ...[this.nCells, this.n, units.length, members.length, less.length, sums.length, added.length],
      ...[related.length, tables.length / this.n],
      ...startsOf(units),
      ...members,
      ...this.domains,
      ...less.flat(),
      ...startsOf(sums.map((sum) => sum.cells)),
      ...added,
      ...sums.map((sum) => sum.total),
      ...related.flatMap(([a, b]) => [a, b]),
      ...related.map(([, , table]) => table),
      ...tables,
    ];
  }

  // The cells that must be greater than a cell.
  greater(cell) {
    return this.less.filter(([a]) => a === cell).map(([, b]) => b);
  }

  // What a message says of a position: entries, and marks; a cell with the mark 0 has none.
  position(entries, marks) {
    const full = 2 ** this.n - 1;
    wholesOf(entries, "entries", 0, this.n, this.nCells);
    if (marks === null || marks === undefined) return [...entries];
    wholesOf(marks, "candidates", 0, full, this.nCells);
    return [...entries, ...marks.map((mask) => mask || full)];
  }
}

function startsOf(lists) {
  const starts = [0];
  for (const list of lists) starts.push(starts[starts.length - 1] + list.length);
  return starts;
}

// Values are written with one character each: 0 for none, 1 to 9, then a to p.
function domainsOf(given, n, nCells) {
  if (typeof given !== "string" || given.length !== nCells) refuse("given must have a character for each cell");
  return Array.from(given, (character) => {
    const value = parseInt(character, 36);
    if (!isWhole(value, 0, n)) refuse(`given must have values from 0 to ${n}`);
    return value ? 1 << (value - 1) : 2 ** n - 1;
  });
}
