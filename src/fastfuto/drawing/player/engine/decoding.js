// From the log of a trace to steps, as JSON has them; as logic/decoding.py, which a test compares.
// A row of a log is what it says and two numbers; masks have bit v for the value v + 1.
import { range } from "./model.js";
import { refutation } from "./refuting.js";

const [STEP, PLACED, REMOVED, CELL, VALUE, LINE, LESS, , PAIR, SUM, LEFT] = range(11);
const OTHERS = ["", "contradiction", "assumption", "search"];

const KINDS = ["differ by 1", "do not differ by 1"];
const bitLength = (mask) => 32 - Math.clz32(mask);
const valuesIn = (mask) => range(31).flatMap((value) => ((mask >> value) & 1 ? [value + 1] : []));
const unique = (items) => [...new Set(items)];
const pairwise = (items) => items.slice(1).map((item, k) => [items[k], item]);

function append(map, key, value) {
  if (!map.has(key)) map.set(key, []);
  map.get(key).push(value);
}

// What a cell has left may be told twice.
const added = (map) => [...map].map(([cell, values]) => [cell, unique(values)]);

export class Decoder {
  // `domains` are those of the position, and `filled` says which cells have numbers.
  constructor(model, tables, domains, filled) {
    this.model = model;
    this.tables = tables;
    this.names = [...tables.rules, ...OTHERS];
    this.areSingle = [...tables.singles, "assumption", "search"];
    this.domains = domains;
    this.filled = filled;
    this.masks = null;
    this.madeTo = 0;
  }

  // The steps of a log, and of that of their cases.
  steps(log, cases) {
    this.below = this.decodeCases(cases);
    this.log = log;
    return stepsOf(log).map(([begin, end]) => {
      this.begin = begin;
      return this.build(log, begin, end);
    });
  }

  // The candidates before the present step.
  candidates() {
    this.masks ??= startOf(this.model, this.domains, this.filled);
    const { masks, model } = this;
    for (; this.madeTo < this.begin; this.madeTo++) {
      const [what, x, y] = this.log[this.madeTo];
      if (what === REMOVED) masks[x] &= ~(1 << y);
      if (what !== PLACED) continue;
      for (const unit of model.unitsOf[x]) for (const other of model.units[unit]) masks[other] &= ~(1 << y);
      masks[x] = 1 << y;
    }
    return masks;
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
    if (name === "braid") return this.braid(rows);
    const build = BUILDERS[name];
    const read = readRows(rows);
    return build ? build.call(this, read, name) : this.make(read, name);
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
    const less = rows.filter(([what]) => what === LESS);
    const candidates = this.left(rows.filter(([what]) => what === LEFT));
    const removed = new Map();
    for (const [what, cell, value] of rows) if (what !== LESS && what !== LEFT) append(removed, cell, value);
    const chain = [less[0][1], ...less.map(([, , greater]) => greater)];
    const cells = chain.map((cell) => this.model.cells[cell]);
    const [name, values] = this.ascending(chain, removed, candidates);
    return this.stepOf(name, { removed: this.removed(removed), cells, values, inequalities: pairwise(cells), candidates });
  }

  // The name of a chain of inequalities, and the values that its ends have room for.
  ascending(chain, removed, candidates) {
    const top = chain.length - 1;
    const { n, cells } = this.model;
    if (top === 1) return ["inequality bound", []];
    // The first k values, and as many of the last ones as cells follow, are excluded in any case.
    const isMore = (cell, k) => (removed.get(cell) ?? []).some((value) => k <= value && value < n - top + k);
    if (!chain.some(isMore)) return ["ascending chain", 1 + top <= n ? [1, n] : []];
    // An end that is not named has nothing to do with it.
    const leftOf = (cell) => candidates.find(([name]) => name === cells[cell])?.[1];
    const least = leftOf(chain[0])?.[0] ?? 1;
    const greatest = leftOf(chain[top])?.at(-1) ?? n;
    // There may be no room for the chain.
    return ["ascending chain from candidates", least + top <= greatest ? [least, greatest] : []];
  }

  braid(rows) {
    const [rounds, [cases]] = this.below.next().value;
    const [, cell, value] = rows[0];
    const at = this.model.cells[cell];
    const { braids, techniques } = this.tables;
    const longer = braids.filter((length) => rounds > length).length;
    const score = Math.round(10 * techniques.braid + longer) / 10;
    return this.stepOf("braid", { score, removed: [[at, [value + 1]]], cells: [at], values: [value + 1], cases });
  }

  make(rows, name, fields = {}) {
    const at = (cell) => this.model.cells[cell];
    const { cells = rows.cells, values = rows.values, pairs = [], ...others } = fields;
    const { sums } = this.model;
    return this.stepOf(name, {
      removed: this.removed(rows.removed),
      cells: cells.map(at),
      values: values.map((value) => value + 1),
      lines: rows.lines.map((line) => this.model.lines[line]),
      inequalities: pairs.map((pair) => pair.map(at)),
      sums: rows.sum >= 0 ? [[sums[rows.sum].cells.map(at), sums[rows.sum].total]] : [],
      candidates: added(rows.left).map(([cell, left]) => [at(cell), left.map((value) => value + 1)]),
      ...others,
    });
  }

  removed(removed) {
    const sorted = [...removed].sort(([a], [b]) => a - b);
    return sorted.map(([cell, lost]) => [this.model.cells[cell], lost.map((value) => value + 1)]);
  }

  // Pairs of cells among these with an inequality, the lesser first.
  ordered(cells, inside = cells) {
    return cells.flatMap((a) => this.model.greater(a).filter((b) => inside.includes(b)).map((b) => [a, b]));
  }

  relation(rows, name) {
    const [source, target] = rows.pair;
    const mask = (values) => values.reduce((all, value) => all | (1 << value), 0);
    const lost = mask(rows.removed.get(target));
    const kind = this.kindOfRelation(source, target, lost, mask(rows.values));
    const { cells } = this.model;
    return this.make(rows, name, { cells: [source], relations: [[cells[source], cells[target], kind]] });
  }

  // What to call the relation by which the values that one cell holds take values from another one. All tables are the
  // same in both directions.
  kindOfRelation(source, target, lost, held) {
    const { n, related, tables } = this.model;
    for (const [a, b, table] of related) {
      if ((a !== source || b !== target) && (a !== target || b !== source)) continue;
      const partners = range(n).filter((value) => (held >> value) & 1).map((value) => {
        const row = tables[table * n + value];
        return this.model.sees(source, target) ? row & ~(1 << value) : row;
      });
      if (!(lost & partners.reduce((all, row) => all | row, 0))) return KINDS[table];
    }
    throw new Error("no relation says this");
  }

  runBounds(rows, name) {
    const [cell] = rows.removed.keys();
    const values = rows.values.length ? rows.values : this.boundsInSum(this.model.sums[rows.sum], cell);
    return this.make(rows, name, { values });
  }

  // The least and the greatest value, from 0 on, that the other cells of a sum leave to one of its cells.
  boundsInSum({ cells, total }, cell) {
    const masks = this.candidates();
    const others = cells.filter((_, k) => k !== cells.indexOf(cell));
    const least = total - others.reduce((sum, other) => sum + bitLength(masks[other]), 0);
    const greatest = total - others.reduce((sum, other) => sum + bitLength(masks[other] & -masks[other]), 0);
    const ends = [Math.max(least, 1) - 1, Math.min(greatest, this.model.n) - 1];
    return unique(ends).sort((a, b) => a - b);
  }

  hill(rows, name) {
    const [top] = rows.removed.keys();
    const inside = unique([top, ...rows.cells]).sort((a, b) => a - b);
    const pairs = this.ordered(inside);
    const isValley = name === "hill" && pairs.some(([a]) => a === top);
    const cells = [...rows.cells].sort((a, b) => a - b);
    return this.make(rows, isValley ? "valley" : name, { cells, pairs });
  }

  orderedSet(rows, name) {
    return this.make(rows, name, { pairs: this.ordered(rows.cells) });
  }

  lineBraid(rows, name) {
    const mask = (values) => values.reduce((all, value) => all | (1 << value), 0);
    const left = new Map([...rows.left].map(([cell, values]) => [cell, mask(values)]));
    const pairs = this.ordered([...left.keys()]);
    const line = this.model.lines[rows.lines[0]];
    const used = new Map();
    const cases = [...rows.removed].flatMap(([cell, lost]) =>
      lost.map((value) => {
        const [assumption, ...others] = refutation(left, pairs, cell, value);
        const below = others.map((each) => this.inLine(each, left, line, pairs));
        for (const { inequalities } of below) for (const pair of inequalities) used.set(pair.join(), pair);
        const placed = [[this.model.cells[assumption.cell], value + 1]];
        return this.stepOf("assumption", { placed, cases: below });
      }),
    );
    rows.left = new Map();
    return this.make(rows, name, { cells: [], cases, inequalities: [...used.values()] });
  }

  // A deduction in a line as a step below an assumption.
  inLine({ kind, cell, values, source }, left, line, pairs) {
    const { cells } = this.model;
    const listed = valuesIn(values);
    if (kind === "hidden single" || kind === "no place") {
      const candidates = [...left].filter(([, known]) => known & values).map(([place]) => [cells[place], listed]);
      const named = { values: listed, lines: [line], candidates };
      if (kind === "no place") return this.stepOf("contradiction", named);
      return this.stepOf(kind, { ...named, placed: [[cells[cell], listed[0]]], cells: [cells[cell]] });
    }
    const from = source < 0 ? cell : source;
    const candidates = [[cells[from], valuesIn(left.get(from))]];
    if (kind === "no value") return this.stepOf("contradiction", { cells: [cells[cell]], candidates });
    if (kind === "naked single") {
      const placed = [[cells[cell], listed[0]]];
      return this.stepOf(kind, { placed, cells: [cells[cell]], values: listed, candidates });
    }
    const isUp = pairs.some(([a, b]) => a === from && b === cell);
    const pair = isUp ? [cells[from], cells[cell]] : [cells[cell], cells[from]];
    return this.stepOf(kind, { removed: [[cells[cell], listed]], cells: pair, inequalities: [pair], candidates });
  }

  xChain(rows, name) {
    const cells = [...rows.cells].reverse();
    const value = rows.values[0];
    const middle = range((cells.length - 2) / 2).map((k) => this.common(cells[2 * k + 1], cells[2 * k + 2]));
    rows.lines = [...rows.lines.reverse(), ...middle];
    const marks = cells.map((cell) => [this.model.cells[cell], value + 1]);
    const links = pairwise(marks).map(([a, b], k) => [a, b, k % 2 ? "weak" : "strong"]);
    return this.make(rows, name, { cells: unique(cells), links });
  }

  chain(rows, name) {
    const cells = [...rows.cells].reverse();
    const values = [...rows.values].reverse();
    const at = (cell) => this.model.cells[cell];
    const isLess = (a, b) => this.model.greater(a).includes(b);
    const links = [];
    const pairs = [];
    cells.forEach((cell, k) => {
      const [first, last, next] = values.slice(2 * k, 2 * k + 3);
      links.push([[at(cell), first + 1], [at(cell), last + 1], "strong"]);
      if (k + 1 === cells.length) return;
      const following = cells[k + 1];
      const isSeen = next === last && this.model.sees(cell, following);
      links.push([[at(cell), last + 1], [at(following), next + 1], isSeen ? "weak" : "inequality"]);
      if (isSeen) rows.lines.push(this.common(cell, following));
      else pairs.push(isLess(cell, following) ? [cell, following] : [following, cell]);
    });
    const ends = [[cells[0], values[0]], [cells.at(-1), values.at(-1)]];
    for (const [cell, lost] of rows.removed) {
      for (const [end, value] of ends) {
        const isBeyond = lost.some((v) => v !== value || !this.model.sees(cell, end));
        if (isBeyond) pairs.push(isLess(end, cell) ? [end, cell] : [cell, end]);
      }
    }
    const distinct = [...new Map(pairs.map((pair) => [pair.join(), pair])).values()];
    const named = pairs.length ? "chain across inequalities" : name;
    return this.make(rows, named, { cells: unique(cells), values: [], pairs: distinct, links });
  }

  // The first unit that has both of two cells.
  common(cell, other) {
    return this.model.unitsOf[cell].find((unit) => this.model.unitsOf[other].includes(unit));
  }

  forcing(rows, name) {
    const [, below] = this.below.next().value;
    const cases = below.map(([first, ...rest]) => this.stepOf("assumption", { placed: first.placed, cases: rest }));
    const marks = below.map(([{ placed: [[cell, value]] }]) => [this.model.cells.indexOf(cell), value - 1]);
    const cells = unique(marks.map(([cell]) => cell));
    const values = unique(marks.map(([, value]) => value));
    return this.make(rows, rows.lines.length ? "forcing line" : name, { cells, values, cases });
  }

  // For each step that has cases, the round of a contradiction and the steps of each case.
  *decodeCases(log) {
    let head = -1;
    let below = [];
    for (const [begin, end] of stepsOf(log)) {
      const name = this.names[log[begin][1]];
      if (name === "braid" || name === "forcing cell") {
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

const BUILDERS = {
  relation: Decoder.prototype.relation,
  "relation from candidates": Decoder.prototype.relation,
  "run bounds": Decoder.prototype.runBounds,
  hill: Decoder.prototype.hill,
  "same-line order": Decoder.prototype.hill,
  "short braid in a line": Decoder.prototype.lineBraid,
  "braid in a line": Decoder.prototype.lineBraid,
  "ordered set": Decoder.prototype.orderedSet,
  "x-chain": Decoder.prototype.xChain,
  "xy-chain": Decoder.prototype.chain,
  "forcing cell": Decoder.prototype.forcing,
};

// Where the rows of each step begin and end.
function stepsOf(log) {
  const begins = log.flatMap(([what], k) => (what === STEP ? [k] : []));
  return pairwise([...begins, log.length]);
}

// The rows that belong to one step of the rarer kinds.
function readRows(rows) {
  const read = { cells: [], values: [], lines: [], removed: new Map(), left: new Map(), pair: [-1, -1], sum: -1 };
  for (const [what, x, y] of rows) {
    if (what === REMOVED) append(read.removed, x, y);
    else if (what === LEFT) append(read.left, x, y);
    else if (what === CELL) read.cells.push(x);
    else if (what === VALUE) read.values.push(x);
    else if (what === LINE) read.lines.push(x);
    else if (what === PAIR) read.pair = [x, y];
    else if (what === SUM) read.sum = x;
  }
  return read;
}

// The candidates with which a trace begins: the values of filled cells are taken from the cells that see them.
function startOf(model, domains, filled) {
  const isFilled = domains.map((mask, cell) => (mask & (mask - 1)) === 0 && filled[cell]);
  const lost = domains.map(() => 0);
  for (const unit of model.units) {
    let taken = 0;
    let repeated = 0;
    for (const cell of unit.filter((member) => isFilled[member])) {
      repeated |= taken & domains[cell];
      taken |= domains[cell];
    }
    // A filled cell keeps its value, unless another filled cell has it, too.
    for (const cell of unit) lost[cell] |= isFilled[cell] ? repeated | (taken & ~domains[cell]) : taken;
  }
  return domains.map((mask, cell) => mask & ~lost[cell]);
}
