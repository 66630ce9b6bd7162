// The page: its controls, and what they do with the game.
import { Board } from "./board.js";
import { neighbourOf, signTowards } from "./geometry.js";
import { Game } from "./game.js";
import { readLink, writeLink } from "./link.js";
import { conflictsOf, range, readPuzzle, wrongEntries } from "./rules.js";
import { nextStep, readStep, storedStep } from "./steps.js";
import { readSettings, Store } from "./store.js";
import { stepText } from "./words.js";

const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
const NOTES = {
  none: "This puzzle has no solution. You can play it all the same.",
  several: "This puzzle has several solutions. Check and hints go by its rules alone.",
  unknown: "It is not known how many solutions this puzzle has. Check and hints go by its rules alone.",
};
const NO_HINT = { cells: new Set(), targets: new Set(), less: [] };
const find = (id) => document.getElementById(id);

class Page {
  constructor() {
    this.puzzles = JSON.parse(find("puzzles").textContent).map(readPuzzle);
    this.phrases = JSON.parse(find("phrases").textContent);
    this.stored = this.puzzles.map(() => []);
    this.store = new Store(() => window.localStorage);
    this.settings = readSettings(this.store.read("settings"));
    this.mode = "entries";
    this.isWarned = false;
    this.buildChoice();
    this.bindControls();
    this.bindBoard();
    this.open(this.lastOpened());
    this.takeLink();
    window.addEventListener("hashchange", () => this.takeLink());
    window.setInterval(() => this.tick(), 1000);
    window.addEventListener("pagehide", () => this.keep());
    unpackSteps(find("steps").textContent, this.puzzles.length).then((stored) => (this.stored = stored));
  }

  lastOpened() {
    const number = this.puzzles.findIndex((puzzle) => puzzle.id === this.store.read("last"));
    return Math.max(number, 0);
  }

  buildChoice() {
    this.puzzles.forEach((puzzle, number) => {
      const level = puzzle.level ? `, ${puzzle.level}` : "";
      find("choice").append(new Option(`${number + 1}. ${puzzle.name}${level}`, number));
    });
  }

  // Puzzles ------------------------------------------------------------------------------------------------

  open(number) {
    this.number = number;
    this.puzzle = this.puzzles[number];
    this.game = new Game(this.puzzle, this.store.read(`game ${this.puzzle.id}`));
    this.board = new Board(find("board"), this.puzzle);
    this.selected = new Set([0]);
    this.current = 0;
    this.hint = null;
    this.wasSolved = this.game.isSolved;
    this.store.write("last", this.puzzle.id);
    find("choice").value = number;
    find("before").disabled = number === 0;
    find("after").disabled = number === this.puzzles.length - 1;
    const { name, level, time, id } = this.puzzle;
    find("about").textContent = [name, level, time, id].filter(Boolean).join(" · ");
    find("note").textContent = NOTES[this.puzzle.solutions] ?? "";
    find("saved").replaceChildren();
    this.buildPad();
    this.say("");
    this.show();
  }

  // Take what is behind the # of the address, and take it away there: whoever plays on and reloads keeps the game.
  takeLink() {
    const link = readLink(decodeHash(), this.puzzles);
    if (!link) return;
    window.history.replaceState(null, "", withoutHash());
    if (link.error) {
      this.say(link.error);
      return;
    }
    if (link.number !== this.number) this.open(link.number);
    const isNew = this.game.move({ entries: link.entries });
    if (isNew) this.changed();
    this.say(isNew ? "The entries of the link are on the board; undo brings yours back." : "");
  }

  buildPad() {
    const pad = find("pad");
    pad.replaceChildren();
    for (const k of range(this.puzzle.n)) {
      const key = (k + 1).toString(36);
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = k + 1;
      if (k >= 9) {
        const name = document.createElement("kbd");
        name.textContent = key.toUpperCase();
        button.append(" ", name);
        button.setAttribute("aria-label", `${k + 1}, key ${key.toUpperCase()}`);
      }
      button.addEventListener("click", () => this.put(k + 1, this.mode));
      pad.append(button);
    }
  }

  // Moves --------------------------------------------------------------------------------------------------

  put(value, mode) {
    const cells = [...this.selected];
    if (mode === "entries") this.game.enter(cells, value, this.settings.tidy);
    else this.game.mark(cells, value, mode);
    this.changed();
  }

  changed() {
    this.hint = null;
    this.say("");
    this.keep();
    this.show();
    const isSolved = this.game.isSolved;
    if (isSolved && !this.wasSolved) this.say(`Solved in ${clock(this.game.seconds)}. Well done!`);
    this.wasSolved = isSolved;
  }

  keep() {
    const kept = this.store.write(`game ${this.puzzle.id}`, this.game);
    if (kept || this.isWarned) return;
    this.isWarned = true;
    find("storage").textContent = "This browser keeps nothing here: your game is lost when the page is closed.";
  }

  check() {
    const { entries } = this.game.state;
    if (this.game.isSolved) this.say("Solved: everything is right.");
    else if (!entries.some(Boolean)) this.say("There are no entries yet.");
    else if (wrongEntries(this.puzzle, entries).length) this.say("Something is wrong.");
    else this.say(this.puzzle.solution ? "Everything is right so far." : "No rule is broken so far.");
  }

  share() {
    const hash = writeLink(this.puzzle, this.game.state.entries);
    return this.copy(`${withoutHash()}#${hash}`, "link", "Link to this position");
  }

  copyResult() {
    return this.copy(this.game.result, "result", "Your result: puzzle, seconds, hints");
  }

  async copy(text, what, label) {
    find("link").value = text;
    find("link-label").textContent = label;
    find("link-box").hidden = false;
    find("link").select();
    try {
      await navigator.clipboard.writeText(text);
      this.say(`The ${what} is copied.`);
    } catch {
      this.say(`Copy the ${what} from the box.`);
    }
  }

  // Hints --------------------------------------------------------------------------------------------------

  giveHint() {
    const { entries, corner } = this.game.state;
    if (this.hint && this.hint.degree < 3) this.hint.degree += 1;
    else if (!this.hint) {
      const step =
        nextStep(this.puzzle, entries, corner) ?? storedStep(this.puzzle, this.stored[this.number], entries, corner);
      if (!step) {
        this.say(this.game.isSolved ? "There is nothing left to find." : "No hint is known for this position.");
        return;
      }
      this.hint = { step, degree: 0 };
      this.game.hints += 1;
    }
    this.say("");
    this.show();
  }

  showHint() {
    const { hint } = this;
    find("hint-box").hidden = !hint;
    find("hint").textContent = hint && hint.degree < 3 ? "More" : "Hint";
    find("hint").disabled = hint?.degree === 3;
    find("hint-text").textContent = hint ? stepText(this.phrases, this.puzzle, hint.step, hint.degree) : "";
    find("hint-degree").textContent = hint ? `Hint, degree ${hint.degree + 1} of 4` : "";
    find("note-hint").hidden = !(hint?.degree === 3 && hint.step.technique !== "mistake" && hint.step.removed.length);
    if (!hint || hint.degree < 2) return NO_HINT;
    const { step } = hint;
    const said = hint.degree === 3 ? [...step.placed, ...step.removed] : [];
    return { cells: new Set(step.cells), targets: new Set(said.map(([cell]) => cell)), less: step.less };
  }

  // Showing ------------------------------------------------------------------------------------------------

  say(text) {
    find("status").textContent = text;
  }

  show() {
    const { game, settings } = this;
    const conflicts = settings.conflicts ? conflictsOf(this.puzzle, game.known) : new Set();
    const { selected, current } = this;
    this.board.show({ state: game.state, known: game.known, conflicts, selected, current, hint: this.showHint() });
    find("undo").disabled = !game.past.length;
    find("redo").disabled = !game.future.length;
    find("result").hidden = !game.isSolved;
    for (const name of ["conflicts", "tidy", "timer"]) find(`set-${name}`).checked = settings[name];
    find("set-theme").value = settings.theme;
    document.documentElement.dataset.theme = settings.theme;
    find("clock").hidden = !settings.timer;
    find("clock").textContent = clock(game.seconds);
    this.showSaved();
  }

  showSaved() {
    const list = find("saved");
    if (list.childElementCount === this.game.saved.length) return;
    list.replaceChildren();
    this.game.saved.forEach((state, k) => {
      const item = document.createElement("li");
      const count = state.entries.filter(Boolean).length;
      const add = (text, label, act) => {
        const button = document.createElement("button");
        button.type = "button";
        button.textContent = text;
        button.setAttribute("aria-label", label);
        button.addEventListener("click", act);
        item.append(button);
      };
      add(`Back to ${k + 1}`, `Back to ${k + 1}, a savepoint with ${count} ${count === 1 ? "entry" : "entries"}`, () => {
        this.game.backTo(k);
        this.changed();
      });
      add("×", `Delete savepoint ${k + 1}`, () => {
        this.game.forget(k);
        list.replaceChildren();
        this.keep();
        this.show();
        find("save").focus();
      });
      list.append(item);
    });
  }

  tick() {
    if (document.hidden || this.game.isSolved) return;
    this.game.seconds += 1;
    find("clock").textContent = clock(this.game.seconds);
    if (this.game.seconds % 15 === 0) this.keep();
  }

  // Selecting ----------------------------------------------------------------------------------------------

  select(cell, isAdding) {
    if (!isAdding) this.selected = new Set([cell]);
    else if (this.selected.has(cell) && this.selected.size > 1 && cell !== this.current) this.selected.delete(cell);
    else this.selected.add(cell);
    this.current = cell;
    this.show();
    this.board.focus(cell);
  }

  bindBoard() {
    const svg = find("board");
    const cellAt = (event) => {
      const box = event.target.closest?.("[data-cell]");
      return box ? Number(box.dataset.cell) : -1;
    };
    svg.addEventListener("pointerdown", (event) => {
      const sign = event.target.closest("[data-sign]");
      if (sign) {
        this.game.greySign(Number(sign.dataset.sign));
        this.changed();
        return;
      }
      const cell = cellAt(event);
      if (cell < 0) return;
      this.isDragging = event.pointerType === "mouse" && event.button === 0;
      this.select(cell, event.ctrlKey || event.metaKey || event.shiftKey || find("several").checked);
    });
    // Pressing a button of the mouse would move the focus away again.
    svg.addEventListener("mousedown", (event) => event.preventDefault());
    svg.addEventListener("pointerover", (event) => {
      const cell = cellAt(event);
      if (this.isDragging && event.buttons && cell >= 0 && !this.selected.has(cell)) this.select(cell, true);
    });
    window.addEventListener("pointerup", () => (this.isDragging = false));
    svg.addEventListener("keydown", (event) => {
      if (this.pressed(event)) event.preventDefault();
    });
  }

  // A key on the board; whether it means anything.
  pressed(event) {
    // Commands are letters, whatever the state of Caps Lock.
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const isCommand = event.ctrlKey || event.metaKey;
    if (ARROWS[key] && !isCommand && !event.altKey) return this.arrow(ARROWS[key], event.shiftKey);
    this.isGreying = false;
    if (isCommand) return this.command(key, event.shiftKey);
    if (event.altKey) return false;
    const value = valueOfKey(event);
    if (value >= 1 && value <= this.puzzle.n) {
      this.put(value, event.shiftKey ? "corner" : this.mode);
      return true;
    }
    const meant = {
      Backspace: () => this.act("clear"),
      Delete: () => this.act("clear"),
      0: () => this.act("clear"),
      u: () => this.act("undo"),
      r: () => this.act("redo"),
      v: () => this.setMode("entries"),
      x: () => this.setMode("corner"),
      y: () => this.setMode("centre"),
      s: () => this.act("save"),
      "?": () => this.giveHint(),
      t: () => (this.isGreying = true),
      " ": () => this.setMode({ entries: "corner", corner: "centre", centre: "entries" }[this.mode]),
      Escape: () => this.select(this.current, false),
    }[key];
    meant?.();
    return Boolean(meant);
  }

  arrow(direction, isAdding) {
    if (this.isGreying) {
      this.isGreying = false;
      const sign = signTowards(this.puzzle, this.current, direction);
      if (sign >= 0) {
        this.game.greySign(sign);
        this.changed();
      }
      return true;
    }
    this.selected = isAdding ? this.selected : new Set();
    this.selected.add(this.current);
    const cell = neighbourOf(this.puzzle, this.current, direction);
    this.select(cell, isAdding && !this.selected.has(cell));
    return true;
  }

  command(key, isShifted) {
    if (key === "z") this.act(isShifted ? "redo" : "undo");
    else if (key === "y") this.act("redo");
    else if (key === "a") {
      this.selected = new Set(range(this.puzzle.count));
      this.show();
    } else return false;
    return true;
  }

  // Controls -----------------------------------------------------------------------------------------------

  setMode(mode) {
    this.mode = mode;
    find(`mode-${mode}`).checked = true;
  }

  act(name) {
    const { game } = this;
    if (name === "clear") game.clear([...this.selected]);
    else if (name === "undo") game.undo();
    else if (name === "redo") game.redo();
    else if (name === "fill") game.fillMarks();
    else if (name === "restart") game.startOver();
    else if (name === "save") {
      game.savePoint();
      find("saved").replaceChildren();
    } else if (name === "note-hint") game.noteStep(this.hint.step);
    this.changed();
    if (name === "save") this.say(`Savepoint ${game.saved.length} is set.`);
  }

  bindControls() {
    const on = (id, act) => find(id).addEventListener("click", act);
    for (const name of ["clear", "undo", "redo", "fill", "restart", "save", "note-hint"]) on(name, () => this.act(name));
    on("hint", () => this.giveHint());
    on("check", () => this.check());
    on("share", () => this.share());
    on("result", () => this.copyResult());
    on("print", () => window.print());
    on("before", () => this.turnTo(this.number - 1));
    on("after", () => this.turnTo(this.number + 1));
    find("choice").addEventListener("change", (event) => this.turnTo(Number(event.target.value)));
    for (const mode of ["entries", "corner", "centre"]) find(`mode-${mode}`).addEventListener("change", () => this.setMode(mode));
    for (const name of ["conflicts", "tidy", "timer"]) {
      find(`set-${name}`).addEventListener("change", (event) => this.set(name, event.target.checked));
    }
    find("set-theme").addEventListener("change", (event) => this.set("theme", event.target.value));
    // A click on a button leaves the focus on the board, so that the keys go on working there; the keyboard reaches it.
    find("panel").addEventListener("mousedown", (event) => {
      if (event.target.closest("#pad button, #tools button, #modes")) event.preventDefault();
    });
    find("modes").addEventListener("click", (event) => {
      const label = event.target.closest("label");
      if (!label) return;
      event.preventDefault();
      this.setMode(label.htmlFor.replace("mode-", ""));
    });
  }

  turnTo(number) {
    this.keep();
    this.open(number);
  }

  set(name, value) {
    this.settings[name] = value;
    this.store.write("settings", this.settings);
    this.show();
  }
}

// The value that a key stands for: digits, and letters above 9. Keys of the row of digits are known by their place, as
// Shift and some layouts give them other signs; those of the number pad only with Shift, as they may be arrows.
function valueOfKey(event) {
  const digit = /^(Digit|Numpad)([1-9])$/.exec(event.code ?? "");
  if (digit && (digit[1] === "Digit" || event.shiftKey)) return Number(digit[2]);
  return /^[1-9a-pA-P]$/.test(event.key) ? parseInt(event.key, 36) : 0;
}

const withoutHash = () => window.location.href.replace(/#.*$/, "");

function decodeHash() {
  try {
    return decodeURIComponent(window.location.hash);
  } catch {
    return "#?";
  }
}

function clock(seconds) {
  const two = (number) => String(number).padStart(2, "0");
  const hours = Math.floor(seconds / 3600);
  const rest = `${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
  return hours ? `${hours}:${rest}` : rest;
}

// The steps that the page brings along for each puzzle; none where the browser cannot unpack them.
async function unpackSteps(packed, count) {
  try {
    const bytes = Uint8Array.from(atob(packed), (character) => character.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
    const lists = JSON.parse(await new Response(stream).text());
    return lists.map((steps) => steps.map(readStep));
  } catch {
    return range(count).map(() => []);
  }
}

new Page();
