// A language as sentences are made of it. The page brings the tables of its language along, which are those of the
// package; cells are [row, column], and all counts begin at 0.

const NAMES = /\{([^}]+)\}/g;
export const fill = (phrase, parts) => phrase.replace(NAMES, (_, name) => parts[name]);
export const namesIn = (phrase) => Array.from(phrase.matchAll(NAMES), ([, name]) => name);

// The texts of the page in its language, by their English ones.
const texts = new Map();
export const learn = (table) => Object.entries(table).forEach(([english, own]) => texts.set(english, own));
// The name of a further rule, and the sentence that states it.
const variants = new Map();
export const learnVariants = (table) => Object.entries(table).forEach(([name, own]) => variants.set(name, own));
export const variantOf = (name) => variants.get(name) ?? [name, name];
export const tr = (english, parts = {}) => fill(texts.get(english) ?? english, parts);

export const keyOf = (cell) => cell.join();
export const isSame = (a, b) => keyOf(a) === keyOf(b);
export const indexIn = (cells, cell) => cells.findIndex((each) => isSame(each, cell));

export class Speech {
  constructor(language) {
    Object.assign(this, language);
    this.grammar = language.grammar.map(([pattern, put]) => [
      new RegExp(pattern, "g"),
      put.replace(/\\(\d)/g, "$$$1"),
    ]);
    this.long = [", ", this.joints.and, this.joints.because];
    this.beginning = new RegExp(`^${this.lines.cell.replace("{row}", "\\d+").replace("{column}", "\\d")}`);
  }

  cell([row, column]) {
    return fill(this.lines.cell, { row: row + 1, column: column + 1 });
  }

  cells(cells, joint) {
    return this.listed(cells.map((cell) => this.cell(cell)), joint);
  }

  line([kind, ...at]) {
    if (kind === "run") return fill(this.words.run, { span: this.span(at.slice(0, 2), at.slice(2)) });
    if (at.length > 1) {
      const [cell, other] = [this.cell(at.slice(0, 2)), this.cell(at.slice(2))];
      return fill(this.lines[kind], { cell, cells: this.listed([cell, other]) });
    }
    return fill(this.lines[kind], { number: at[0] + 1 });
  }

  // Lines of one kind.
  linesOf(lines) {
    return fill(this.lines[`${lines[0][0]}s`], { number: this.listed(lines.map((line) => line[1] + 1)) });
  }

  // What lines of one kind are called together.
  kinds(lines) {
    return this.lines[`all ${lines[0][0]}s`] ?? "";
  }

  // A chain by its ends.
  chain(first, last) {
    if (isSame(first, last)) return this.cell(first);
    return fill(this.words.chain, { cell: this.cell(first), other: this.cell(last) });
  }

  span(first, last) {
    return isSame(first, last) ? this.cell(first) : `${this.cell(first)}-${this.cell(last)}`;
  }

  number(n) {
    return this.numbers[n] ?? String(n);
  }

  listed(all, joint = "and") {
    if (all.length < 2) return all.join("");
    return `${all.slice(0, -1).join(", ")}${this.joints[joint]}${all.at(-1)}`;
  }

  clauses(said) {
    const isShort = said.length < 3 && !said.some((each) => this.long.some((word) => each.includes(word)));
    return this.listed(said, isShort ? "short clauses" : "clauses");
  }

  // What follows, behind a word such as "then".
  follow(word, said) {
    return fill(this.words[word], { said, Said: this.sentence(said) });
  }

  // What begins with a capital letter, unless it begins with the name of a cell.
  sentence(said) {
    return this.beginning.test(said) ? said : said[0].toUpperCase() + said.slice(1);
  }

  // Finished sentences with the changes that the grammar of the language asks for.
  mended(text) {
    return this.grammar.reduce((told, [pattern, put]) => told.replace(pattern, put), text);
  }

  sentences(said) {
    return said.map((each) => this.sentence(each)).join(". ");
  }

  // The sentences of a text.
  split(text) {
    return text.replace(/\.$/, "").split(". ").map((each) => `${each}.`);
  }

  // The cells that a text names: one, or the first and the last one of several in a line.
  cellsIn(text) {
    const cell = this.lines.cell.replace("{row}", "(\\d+)").replace("{column}", "(\\d+)");
    const found = text.matchAll(new RegExp(`${cell}(?:-${cell})?`, "g"));
    return Array.from(found, ([, ...at]) => at.filter(Boolean).map((number) => Number(number) - 1));
  }
}
