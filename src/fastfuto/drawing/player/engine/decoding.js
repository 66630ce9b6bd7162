// From the log of a trace to steps, as JSON has them; as logic/decoding.py, which a test compares.
// A row of a log is what it says and two numbers; masks have bit v for the value v + 1.
import { besideOf, range } from "./model.js";

const [STEP, PLACED, REMOVED, CELL, VALUE, LINE, LESS, , PAIR, SUM, LEFT, KIND, TABLE, MARK, STRONG, WEAK, UNEQUAL] = range(17);
const LINKS = { [STRONG]: "strong", [WEAK]: "weak", [UNEQUAL]: "inequality" };
const OTHERS = ["", "contradiction", "assumption", "search"];
// Rules whose steps have cases.
const HEADS = ["short braid in a line", "braid in a line", "braid", "forcing cell"];
const unique = (items) => [...new Set(items)];
const pairwise = (items) => items.slice(1).map((item, k) => [items[k], item]);

function append(map, key, value) {
  if (!map.has(key)) map.set(key, []);
  map.get(key).push(value);
}

// What a cell has left may be told twice.
const added = (map) => [...map].map(([cell, values]) => [cell, unique(values)]);

export class Decoder {
  constructor(model, tables) {
    this.model = model;
    this.tables = tables;
    this.names = [...tables.rules, ...OTHERS];
    this.areSingle = [...tables.singles, "assumption", "search"];
  }

  // The steps of a log, and of that of their cases.
  steps(log, cases) {
    this.below = this.decodeCases(cases);
    return stepsOf(log).map(([begin, end]) => this.build(log, begin, end));
  }

  stepOf(technique, fields) {
    const score = fields.score ?? this.tables.techniques[technique];
    const empty = { placed: [], removed: [], cells: [], values: [], lines: [], inequalities: [], links: [], cases: [] };
    return { technique, ...empty, relations: [], sums: [], candidates: [], ...fields, score };
  }

  build(log, begin, end) {
    const name = this.names[log[begin][1]];
    const rows = log.slice(begin + 1, end);
    if (this.areSingle.includes(name)) return this.placing(name, rows);
    if (name === "inequality bound") return this.bound(rows);
    return HEADS.includes(name) ? this.withCases(readRows(rows), name) : this.make(readRows(rows), name);
  }

  placing(name, rows) {
    const at = (cell) => this.model.cells[cell];
    const [, cell, last] = rows[rows.length - 1];
    const placed = [[at(cell), last + 1]];
    if (name === "assumption") return this.stepOf(name, { placed });
    const values = name === "full house" ? [] : [last + 1];
    const named = { placed, cells: [at(cell)], values };
    if (rows[0][0] !== LINE) return this.stepOf(name, { ...named, candidates: this.left(rows.slice(0, -1)) });
    const candidates = rows.slice(1, -1).map(([, place]) => [at(place), values]);
    return this.stepOf(name, { ...named, lines: [this.model.lines[rows[0][1]]], candidates });
  }

  // The candidates in rows LEFT. Where a cell comes again later, it counts as it was told the last time.
  left(rows) {
    const left = new Map();
    rows.forEach(([, cell, value], k) => {
      if (k === 0 || rows[k - 1][1] !== cell) left.set(cell, []);
      left.get(cell).push(value + 1);
    });
    return added(left).map(([cell, values]) => [this.model.cells[cell], values]);
  }

  bound(rows) {
    const rest = readRows(rows.filter(([what]) => what !== LEFT));
    const cells = [rest.less[0][0], ...rest.less.map(([, greater]) => greater)].map((cell) => this.model.cells[cell]);
    const candidates = this.left(rows.filter(([what]) => what === LEFT));
    return this.make(rest, "inequality bound", { cells, candidates });
  }

  make(rows, name, fields = {}) {
    const at = (cell) => this.model.cells[cell];
    const { sums } = this.model;
    const marks = rows.marks.map(([, cell, value]) => [at(cell), value + 1]);
    const cells = marks.length ? unique(rows.marks.map(([, cell]) => cell)) : rows.cells;
    return this.stepOf(this.tables.kinds[rows.kind] ?? name, {
      placed: rows.placed.map(([cell, value]) => [at(cell), value + 1]),
      removed: this.removed(rows.removed),
      cells: cells.map(at),
      values: rows.values.map((value) => value + 1),
      lines: rows.lines.map((line) => this.model.lines[line]),
      inequalities: rows.less.map((pair) => pair.map(at)),
      links: pairwise(marks).map(([a, b], k) => [a, b, LINKS[rows.marks[k + 1][0]]]),
      relations: rows.table >= 0 ? [[...rows.pair.map(at), this.kindOf(rows.table)]] : [],
      sums: rows.sum >= 0 ? [[sums[rows.sum].cells.map(at), sums[rows.sum].total]] : [],
      candidates: added(rows.left).map(([cell, left]) => [at(cell), left.map((value) => value + 1)]),
      ...fields,
    });
  }

  // What the values of two cells with a table have in common.
  kindOf(number) {
    const { n, tables } = this.model;
    const [beside, own] = [besideOf(n), tables.slice(number * n, (number + 1) * n)];
    const isWithout = (lost) => own.every((mask, v) => mask === (2 ** n - 1 & ~lost(v)));
    if (beside.join() === own.join()) return "differ by 1";
    if (isWithout((v) => 1 << v)) return "differ";
    return isWithout((v) => beside[v]) ? "do not differ by 1" : "relation";
  }

  removed(removed) {
    const sorted = [...removed].sort(([a], [b]) => a - b);
    return sorted.map(([cell, lost]) => [this.model.cells[cell], lost.map((value) => value + 1)]);
  }

  withCases(rows, name) {
    const [rounds, below] = this.below.next().value;
    if (name === "braid") {
      const [[cell, values]] = rows.removed;
      const longer = this.tables.braids.filter((length) => rounds > length).length;
      const score = Math.round(10 * this.tables.techniques.braid + longer) / 10;
      return this.make({ ...rows, cells: [cell], values }, name, { score, cases: below[0] });
    }
    const cases = below.map(([first, ...rest]) => this.stepOf("assumption", { placed: first.placed, cases: rest }));
    if (name !== "forcing cell") return this.make(rows, name, { cases });
    const marks = below.map(([{ placed: [mark] }]) => mark);
    const cells = unique(marks.map(([cell]) => cell));
    return this.make(rows, name, { cells, values: unique(marks.map(([, value]) => value)), cases });
  }

  // For each step that has cases, the round of a contradiction and the steps of each case.
  *decodeCases(log) {
    let head = -1;
    let below = [];
    for (const [begin, end] of stepsOf(log)) {
      const name = this.names[log[begin][1]];
      if (HEADS.includes(name)) {
        if (below.length) yield [log[head][2], below];
        head = begin;
        below = [];
        continue;
      }
      const step = this.build(log, begin, end);
      if (name === "assumption") below.push([]);
      below.at(-1).push(step);
    }
    if (below.length) yield [log[head][2], below];
  }
}

// Where the rows of each step begin and end.
function stepsOf(log) {
  const begins = log.flatMap(([what], k) => (what === STEP ? [k] : []));
  return pairwise([...begins, log.length]);
}

// The rows that belong to one step of the rarer kinds.
function readRows(rows) {
  const lists = { cells: [], values: [], lines: [], less: [], marks: [], placed: [], removed: new Map(), left: new Map() };
  const read = { ...lists, pair: [], kind: -1, table: -1, sum: -1 };
  for (const [what, x, y] of rows) {
    if (what === REMOVED) append(read.removed, x, y);
    else if (what === PLACED) read.placed.push([x, y]);
    else if (what === LEFT) append(read.left, x, y);
    else if (what === CELL) read.cells.push(x);
    else if (what === VALUE) read.values.push(x);
    else if (what === LINE) read.lines.push(x);
    else if (what === LESS) read.less.push([x, y]);
    else if (what >= MARK) read.marks.push([what, x, y]);
    else if (what === PAIR) read.pair = [x, y];
    else if (what === TABLE) read.table = x;
    else if (what === KIND) read.kind = x;
    else if (what === SUM) read.sum = x;
  }
  return read;
}
