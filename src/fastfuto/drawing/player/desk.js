// The forms in which puzzles are made, and typed or pasted in.
import { range } from "./rules.js";

// Characters of a text that may be a puzzle.
const MOST_TEXT = 65536;
const FAMILY_NAMES = { futoshiki: "Futoshiki", latin: "Latin square", sudoku: "Sudoku", adjacent: "Adjacent", kakuro: "Kakuro" };
const sizesFrom = (least, most) => range(most - least + 1).map((k) => least + k);
const GRID_SIZES = {
  futoshiki: sizesFrom(3, 16),
  latin: sizesFrom(3, 16),
  sudoku: [4, 6, 8, 9, 10, 12, 15, 16],
  adjacent: sizesFrom(3, 12),
  kakuro: sizesFrom(4, 14),
};
// The least size that has puzzles of a level, without those that are too rare to be waited for.
const LEVELS = {
  futoshiki: { trivial: 3, easy: 3, moderate: 4, tricky: 4, hard: 4, extreme: 4, diabolical: 6, search: 6 },
  latin: { trivial: 3, tricky: 6, hard: 6, extreme: 6, diabolical: 12, search: 14 },
  sudoku: { trivial: 4, moderate: 6, tricky: 6, hard: 6, extreme: 6, diabolical: 12, search: 16 },
  adjacent: { trivial: 3, easy: 3, moderate: 4, tricky: 5, hard: 5, extreme: 5, diabolical: 6, search: 6 },
  kakuro: { easy: 4, moderate: 4, extreme: 6 },
};
const USUAL = { family: "futoshiki", n: 6, level: "easy" };

export const byId = (id) => document.getElementById(id);

export class Desk {
  // `open` takes the data of a puzzle and its seed.
  constructor(store, open) {
    this.store = store;
    this.open = open;
    this.asked = 0;
    byId("new-family").addEventListener("change", () => this.fillSizes());
    byId("new-size").addEventListener("change", () => this.fillLevels());
    byId("stop").addEventListener("click", () => this.stop("Stopped."));
    byId("making").addEventListener("submit", (event) => this.submitted(event, () => this.make()));
    byId("typing").addEventListener("submit", (event) => this.submitted(event, () => this.read()));
    byId("typed").addEventListener("paste", (event) => this.pasted(event));
  }

  // Offer what the engines make.
  use(engines) {
    const last = this.store.read("making");
    this.engines = engines;
    byId("new-family").replaceChildren(...Object.entries(FAMILY_NAMES).map(([family, name]) => new Option(name, family)));
    this.last = { ...USUAL, ...(typeof last === "object" ? last : {}) };
    byId("new-family").value = Object.hasOwn(FAMILY_NAMES, this.last.family) ? this.last.family : USUAL.family;
    this.fillSizes();
  }

  fillSizes() {
    const sizes = GRID_SIZES[byId("new-family").value];
    const before = Number(byId("new-size").value) || this.last.n;
    byId("new-size").replaceChildren(...sizes.map((n) => new Option(`${n} x ${n}`, n)));
    byId("new-size").value = sizes.includes(before) ? before : sizes[Math.floor(sizes.length / 2)];
    this.fillLevels();
  }

  fillLevels() {
    const n = Number(byId("new-size").value);
    const least = LEVELS[byId("new-family").value];
    const levels = Object.keys(least).filter((level) => least[level] <= n);
    const before = byId("new-level").value || this.last.level;
    byId("new-level").replaceChildren(...levels.map((level) => new Option(level, level)));
    byId("new-level").value = levels.includes(before) ? before : levels[Math.min(1, levels.length - 1)];
  }

  submitted(event, act) {
    event.preventDefault();
    act();
  }

  make() {
    const [family, n, level] = ["new-family", "new-size", "new-level"].map((id) => byId(id).value);
    const seed = byId("new-seed").value.trim() || freshSeed();
    this.store.write("making", { family, n: Number(n), level });
    return this.ask({ do: "generate", family, n: Number(n), level, seed });
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
    byId("make").disabled = byId("read").disabled = isBusy;
    this.say(text);
  }

  say(text) {
    byId("new-status").textContent = text;
  }
}

// 64 random bits as a number.
function freshSeed() {
  const [high, low] = window.crypto.getRandomValues(new Uint32Array(2));
  return String((BigInt(high) << 32n) | BigInt(low));
}
