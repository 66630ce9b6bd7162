// The forms in which puzzles are made, and typed or pasted in.
import { canDraw } from "./draft.js";
import { levelName } from "./naming.js";
import { range } from "./rules.js";
import { tr, variantOf } from "./speech.js";

// Characters of a text that may be a puzzle.
const MOST_TEXT = 65536;
// The places below the forms where it is said what has become of a request.
const MAKING = "new-status";
const READING = "read-status";
// Families, and the kinds of a Sudoku: the usual one, and those with a further rule.
const FAMILY_NAMES = { futoshiki: "Futoshiki", latin: "Latin square", sudoku: "Sudoku", adjacent: "Adjacent", kakuro: "Kakuro" };
const SUDOKUS = { sudoku: "none", jigsaw: "jigsaw", signs: "signs" };
const FAMILY_OF = { ...Object.fromEntries(Object.keys(FAMILY_NAMES).map((name) => [name, name])), latin_square: "latin" };
const sizesFrom = (least, most) => range(most - least + 1).map((k) => least + k);
// What the engines make; of other kinds they have a stock.
const GRID_SIZES = {
  futoshiki: sizesFrom(3, 16),
  latin: sizesFrom(3, 16),
  sudoku: [4, 6, 8, 9, 10, 12, 15, 16],
  signs: [4, 6, 8, 9],
  adjacent: sizesFrom(3, 12),
};
export const LEVELS = ["trivial", "easy", "moderate", "tricky", "hard", "extreme", "diabolical", "search"];
// The least size that has puzzles of a level, without those that are too rare to be waited for.
const LEAST = {
  futoshiki: { trivial: 3, easy: 3, moderate: 4, tricky: 4, hard: 4, extreme: 4, diabolical: 6, search: 6 },
  latin: { trivial: 3, tricky: 6, hard: 6, extreme: 6, diabolical: 12, search: 14 },
  sudoku: { trivial: 4, moderate: 6, tricky: 6, hard: 6, extreme: 6, diabolical: 12, search: 16 },
  signs: { trivial: 4, easy: 4, moderate: 4, tricky: 4, hard: 4, extreme: 4, diabolical: 6 },
  adjacent: { trivial: 3, easy: 3, moderate: 4, tricky: 5, hard: 5, extreme: 5, diabolical: 6, search: 6 },
};
const USUAL = { kind: "futoshiki", n: 6, level: "easy" };
// Size and level of the puzzle of the day, from Sunday on.
const DAYS = [[8, "tricky"], [5, "easy"], [6, "easy"], [6, "moderate"], [7, "moderate"], [7, "tricky"], [8, "moderate"]];

export const byId = (id) => document.getElementById(id);
export function small(text, className = "") {
  const made = document.createElement("small");
  made.textContent = text;
  made.className = className;
  return made;
}

// The kind of a puzzle, as far as it can be made again.
function kindOf({ family, data, less, rules = [] }) {
  if (data.units.some(([kind]) => kind === "region")) return rules.length ? "" : "jigsaw";
  if (rules.length) return rules.length === 1 && family === "sudoku" ? rules[0] : "";
  return family === "sudoku" && less.length ? "signs" : FAMILY_OF[family];
}

export class Desk {
  // `open` takes the data of a puzzle and its seed.
  constructor(store, speech, open) {
    Object.assign(this, { store, speech, open });
    this.asked = 0;
    this.engines = null;
    for (const id of ["new-family", "new-rule"]) byId(id).addEventListener("change", () => this.fillSizes());
    byId("new-size").addEventListener("change", () => this.fillLevels());
    byId("stop").addEventListener("click", () => this.stop("Stopped."));
    byId("daily").addEventListener("click", () => this.daily());
    byId("making").addEventListener("submit", (event) => this.submitted(event, () => this.makeChosen()));
    byId("practising").addEventListener("submit", (event) => this.submitted(event, () => this.practise()));
    byId("typing").addEventListener("submit", (event) => this.submitted(event, () => this.read()));
    byId("typed").addEventListener("paste", (event) => this.pasted(event));
  }

  // Offer what the engines make, and what they have in stock.
  use(engines) {
    this.engines = engines;
    const { stock } = engines.tables;
    this.kinds = { ...FAMILY_NAMES, ...SUDOKUS, ...stock };
    const last = this.store.read("making");
    this.last = { ...USUAL, ...(Object.hasOwn(this.kinds, last?.kind) ? last : {}) };
    const { kind } = this.last;
    const rules = Object.keys(stock).filter((name) => !Object.hasOwn({ ...FAMILY_NAMES, ...SUDOKUS }, name));
    fillChips("new-family", Object.entries(FAMILY_NAMES).map(([each, name]) => [each, tr(name)]), Object.hasOwn(FAMILY_NAMES, kind) ? kind : "sudoku");
    const named = [...Object.entries(SUDOKUS).map(([each, name]) => [each, tr(name)]), ...rules.map((name) => [name, variantOf(name)[0]])];
    fillChips("new-rule", named, Object.hasOwn(FAMILY_NAMES, kind) ? "sudoku" : kind);
    this.fillSizes();
  }

  sizesOf(kind) {
    const { stock } = this.engines.tables;
    return Object.hasOwn(stock, kind) ? Object.keys(stock[kind]).map(Number) : GRID_SIZES[kind];
  }

  levelsOf(kind, n) {
    const { stock } = this.engines.tables;
    return Object.hasOwn(stock, kind) ? Object.keys(stock[kind][n]) : Object.keys(LEAST[kind]).filter((level) => LEAST[kind][level] <= n);
  }

  fillSizes() {
    const { kind, n: size } = this.chosen;
    const sizes = this.sizesOf(kind);
    byId("new-rule").hidden = valueOf("new-family") !== "sudoku";
    byId("draft-new").hidden = !canDraw(kind);
    const before = size || this.last.n;
    const n = sizes.includes(before) ? before : sizes[Math.floor(sizes.length / 2)];
    fillChips("new-size", sizes.map((each) => [each, each]), n);
    this.fillLevels();
    this.fillTechniques();
  }

  fillLevels() {
    const { kind, n, level: chosen } = this.chosen;
    const levels = this.levelsOf(kind, n);
    const before = chosen || this.last.level;
    const level = levels.includes(before) ? before : levels[Math.min(1, levels.length - 1)];
    fillChips("new-level", levels.map((each) => [each, levelName(each)]), level);
  }

  // The techniques that a puzzle of this kind can be made for.
  fillTechniques() {
    const { practice } = this.engines.tables;
    const { kind } = this.chosen;
    const techniques = Object.hasOwn(practice, kind) ? Object.keys(practice[kind][1]) : [];
    byId("practice").hidden = !techniques.length;
    byId("new-technique").replaceChildren(
      ...techniques.map((name) => {
        const option = document.createElement("option");
        Object.assign(option, { value: name, textContent: this.speech.sentence(this.speech.techniques[name]) });
        return option;
      }),
    );
  }

  submitted(event, act) {
    event.preventDefault();
    act();
  }

  // What is chosen in the form.
  get chosen() {
    const [family, rule, n, level] = ["new-family", "new-rule", "new-size", "new-level"].map(valueOf);
    return { kind: family === "sudoku" ? rule : family, n: Number(n), level };
  }

  makeChosen() {
    this.last = this.chosen;
    this.store.write("making", this.last);
    return this.make(this.last, byId("new-seed").value.trim());
  }

  make({ kind, ...recipe }, seed) {
    return this.ask({ do: "generate", family: kind, ...recipe, seed: seed || freshSeed() });
  }

  // A puzzle that needs a technique.
  practise() {
    const { kind } = this.chosen;
    const [n] = this.engines.tables.practice[kind];
    return this.make({ kind, n, technique: byId("new-technique").value });
  }

  // The puzzle of the day, which is the same everywhere: its seed is the date.
  daily() {
    const now = new Date();
    const [n, level] = DAYS[now.getDay()];
    const seed = 10000 * now.getFullYear() + 100 * (now.getMonth() + 1) + now.getDate();
    return this.make({ kind: "futoshiki", n, level }, String(seed));
  }

  // What can be made after a puzzle: one of the same kind and level, and one of the next level, if there are such.
  after(puzzle) {
    const kind = this.engines && kindOf(puzzle);
    const n = kind === "kakuro" ? puzzle.columns : puzzle.n;
    const isUsual = kind && puzzle.rows === puzzle.columns && this.sizesOf(kind).includes(n);
    const levels = isUsual ? this.levelsOf(kind, n) : [];
    const at = levels.indexOf(puzzle.level);
    const recipe = (level) => (at >= 0 && level ? { kind, n, level } : null);
    return { same: recipe(puzzle.level), harder: recipe(levels[at + 1]) };
  }

  read() {
    const text = byId("typed").value.trim();
    this.clear();
    if (!text) return this.say("There is nothing to read yet.", READING);
    if (text.length > MOST_TEXT) return this.say("This text is too long for a puzzle.", READING);
    const [link] = /#[0-9a-f]{8}\.\S+$/.exec(text) ?? [];
    if (link) {
      window.location.hash = link;
      return null;
    }
    // The page shares puzzles as a second line.
    const [, line] = /^[^\n]+\n([^\n]+)$/.exec(text) ?? [];
    return this.ask({ do: "read", text }, line && { do: "read", text: line });
  }

  pasted(event) {
    const text = event.clipboardData?.getData("text") ?? "";
    if (text.length <= MOST_TEXT) return;
    event.preventDefault();
    this.say("This text is too long for a puzzle.", READING);
  }

  // Ask for a puzzle and, if that fails, for another one.
  async ask(request, other) {
    const number = ++this.asked;
    this.busy(true, "Just a moment …");
    let answer = await this.engines.ask(request);
    if (answer.error && other) {
      const second = await this.engines.ask(other);
      if (!second.error) answer = second;
    }
    if (number !== this.asked) return;
    this.busy(false, "");
    if (!answer.error) {
      // The next game is another one.
      byId("new-seed").value = "";
      this.open(answer.puzzle, answer.seed ?? "");
    } else if (request.do === "read") this.say("This text could not be read as a puzzle.", READING, answer.error);
    else this.say(answer.error);
  }

  stop(text) {
    this.asked += 1;
    this.engines.cancel();
    this.busy(false, text);
  }

  busy(isBusy, text) {
    byId("stop").hidden = !isBusy;
    for (const id of ["make", "read", "daily", "practise"]) byId(id).disabled = isBusy;
    this.say(text);
  }

  // What the reader says about a text is in English, and has more lines.
  say(text, place = MAKING, error = "") {
    const said = tr(text);
    byId(place).textContent = error ? `${said}\n${error}` : said;
    if (text) byId(place).scrollIntoView({ block: "nearest" });
  }

  clear() {
    for (const place of [MAKING, READING]) this.say("", place);
  }
}

// Radio buttons that look like chips: a value and a text for each.
function fillChips(id, chips, value) {
  const made = chips.flatMap(([each, text]) => {
    const input = document.createElement("input");
    const label = document.createElement("label");
    Object.assign(input, { type: "radio", name: id, id: `${id}-${each}`, value: each, checked: String(each) === String(value) });
    Object.assign(label, { htmlFor: input.id, textContent: text });
    return [input, label];
  });
  byId(id).replaceChildren(byId(id).querySelector("legend"), ...made);
}

const valueOf = (id) => byId(id).querySelector("input:checked")?.value ?? "";

// 64 random bits as a number.
function freshSeed() {
  const [high, low] = window.crypto.getRandomValues(new Uint32Array(2));
  return String((BigInt(high) << 32n) | BigInt(low));
}
