// The forms in which puzzles are made, and typed or pasted in.
import { canDraw } from "./draft.js";
import { levelName } from "./naming.js";
import { range } from "./rules.js";
import { tr } from "./speech.js";

// Characters of a text that may be a puzzle.
const MOST_TEXT = 65536;
const FAMILY_NAMES = { futoshiki: "Futoshiki", latin: "Latin square", sudoku: "Sudoku", signs: "Sudoku with signs", adjacent: "Adjacent", kakuro: "Kakuro" };
const FAMILY_OF = { ...Object.fromEntries(Object.keys(FAMILY_NAMES).map((name) => [name, name])), latin_square: "latin" };
const sizesFrom = (least, most) => range(most - least + 1).map((k) => least + k);
const GRID_SIZES = {
  futoshiki: sizesFrom(3, 16),
  latin: sizesFrom(3, 16),
  sudoku: [4, 6, 8, 9, 10, 12, 15, 16],
  signs: [4, 6, 8, 9],
  adjacent: sizesFrom(3, 12),
  kakuro: sizesFrom(4, 14),
};
export const LEVELS = ["trivial", "easy", "moderate", "tricky", "hard", "extreme", "diabolical", "search"];
// The least size that has puzzles of a level, without those that are too rare to be waited for.
const LEAST = {
  futoshiki: { trivial: 3, easy: 3, moderate: 4, tricky: 4, hard: 4, extreme: 4, diabolical: 6, search: 6 },
  latin: { trivial: 3, tricky: 6, hard: 6, extreme: 6, diabolical: 12, search: 14 },
  sudoku: { trivial: 4, moderate: 6, tricky: 6, hard: 6, extreme: 6, diabolical: 12, search: 16 },
  signs: { trivial: 4, easy: 4, moderate: 4, tricky: 4, hard: 4, extreme: 4, diabolical: 6 },
  adjacent: { trivial: 3, easy: 3, moderate: 4, tricky: 5, hard: 5, extreme: 5, diabolical: 6, search: 6 },
  kakuro: { easy: 4, moderate: 4, extreme: 6 },
};
const USUAL = { family: "futoshiki", n: 6, level: "easy" };
// Size and level of the puzzle of the day, from Sunday on.
const DAYS = [[8, "tricky"], [5, "easy"], [6, "easy"], [6, "moderate"], [7, "moderate"], [7, "tricky"], [8, "moderate"]];

export const byId = (id) => document.getElementById(id);
export function small(text, className = "") {
  const made = document.createElement("small");
  made.textContent = text;
  made.className = className;
  return made;
}

// What a puzzle was made as, as far as it can be made again: null for other kinds.
function recipeOf({ family, n, columns, rows, units, less, level }) {
  const name = family === "sudoku" && less.length ? "signs" : FAMILY_OF[family];
  const size = name === "kakuro" ? columns : n;
  const isUsual = LEAST[name]?.[level] <= size && GRID_SIZES[name].includes(size) && rows === columns;
  return isUsual && !units.some(([kind]) => kind === "region") ? { family: name, n: size, level } : null;
}

// The next level that there is for a recipe, null above the hardest one.
function harderThan({ family, n, level }) {
  const found = LEVELS.slice(LEVELS.indexOf(level) + 1).find((each) => LEAST[family][each] <= n);
  return found ? { family, n, level: found } : null;
}

export class Desk {
  // `open` takes the data of a puzzle and its seed.
  constructor(store, open) {
    this.store = store;
    this.open = open;
    this.asked = 0;
    this.engines = null;
    byId("new-family").addEventListener("change", () => this.fillSizes());
    byId("new-size").addEventListener("change", () => this.fillLevels());
    byId("stop").addEventListener("click", () => this.stop("Stopped."));
    byId("daily").addEventListener("click", () => this.daily());
    byId("making").addEventListener("submit", (event) => this.submitted(event, () => this.makeChosen()));
    byId("typing").addEventListener("submit", (event) => this.submitted(event, () => this.read()));
    byId("typed").addEventListener("paste", (event) => this.pasted(event));
  }

  // Offer what the engines make.
  use(engines) {
    const last = this.store.read("making");
    this.engines = engines;
    this.last = { ...USUAL, ...(typeof last === "object" ? last : {}) };
    const family = Object.hasOwn(FAMILY_NAMES, this.last.family) ? this.last.family : USUAL.family;
    fillChips("new-family", Object.entries(FAMILY_NAMES).map(([each, name]) => [each, tr(name)]), family);
    this.fillSizes();
  }

  fillSizes() {
    const { family, n: size } = this.chosen;
    const sizes = GRID_SIZES[family];
    byId("draft-new").hidden = !canDraw(family);
    const before = size || this.last.n;
    const n = sizes.includes(before) ? before : sizes[Math.floor(sizes.length / 2)];
    fillChips("new-size", sizes.map((each) => [each, each]), n);
    this.fillLevels();
  }

  fillLevels() {
    const { family, n, level: chosen } = this.chosen;
    const least = LEAST[family];
    const levels = Object.keys(least).filter((level) => least[level] <= n);
    const before = chosen || this.last.level;
    const level = levels.includes(before) ? before : levels[Math.min(1, levels.length - 1)];
    fillChips("new-level", levels.map((each) => [each, levelName(each)]), level);
  }

  submitted(event, act) {
    event.preventDefault();
    act();
  }

  // What is chosen in the form.
  get chosen() {
    const [family, n, level] = ["new-family", "new-size", "new-level"].map(valueOf);
    return { family, n: Number(n), level };
  }

  makeChosen() {
    this.last = this.chosen;
    this.store.write("making", this.last);
    return this.make(this.last, byId("new-seed").value.trim());
  }

  make(recipe, seed) {
    return this.ask({ do: "generate", ...recipe, seed: seed || freshSeed() });
  }

  // The puzzle of the day, which is the same everywhere: its seed is the date.
  daily() {
    const now = new Date();
    const [n, level] = DAYS[now.getDay()];
    const seed = 10000 * now.getFullYear() + 100 * (now.getMonth() + 1) + now.getDate();
    return this.make({ family: "futoshiki", n, level }, String(seed));
  }

  // What can be made after a puzzle: one of the same kind and level, and one that is harder.
  after(puzzle) {
    const same = this.engines && recipeOf(puzzle);
    return { same, harder: same && harderThan(same) };
  }

  read() {
    const text = byId("typed").value;
    if (!text.trim()) return this.say("There is nothing to read yet.");
    if (text.length > MOST_TEXT) return this.say("This text is too long for a puzzle.");
    return this.ask({ do: "read", text });
  }

  pasted(event) {
    const text = event.clipboardData?.getData("text") ?? "";
    if (text.length <= MOST_TEXT) return;
    event.preventDefault();
    this.say("This text is too long for a puzzle.");
  }

  async ask(request) {
    const number = ++this.asked;
    this.busy(true, "Just a moment …");
    const answer = await this.engines.ask(request);
    if (number !== this.asked) return;
    this.busy(false, answer.error ?? "");
    if (!answer.error) this.open(answer.puzzle, answer.seed ?? "");
  }

  stop(text) {
    this.asked += 1;
    this.engines.cancel();
    this.busy(false, text);
  }

  busy(isBusy, text) {
    byId("stop").hidden = !isBusy;
    for (const id of ["make", "read", "daily"]) byId(id).disabled = isBusy;
    this.say(text);
  }

  // An error has more lines, which say where it is.
  say(text) {
    byId("new-status").textContent = tr(text);
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
