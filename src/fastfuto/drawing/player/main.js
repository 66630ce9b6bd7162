// The page: its controls, and what they do with the game.
import { showAbout } from "./about.js";
import { Board } from "./board.js";
import { bindBoard, bindControls, MODES, NOT_TYPED, SETTINGS } from "./controls.js";
import { byId, Desk } from "./desk.js";
import { openDraft } from "./drafting.js";
import { clock, showEnd } from "./ending.js";
import { Game } from "./game.js";
import { extentOf } from "./geometry.js";
import { HintCard } from "./hints.js";
import { History } from "./history.js";
import { Pad } from "./pad.js";
import { NO_PICTURE } from "./picture.js";
import { showList, showStatistics } from "./puzzles.js";
import { ask, checkUnique, NO_ENGINES, openEngines, showClash } from "./questions.js";
import { candidatesOf, conflictsOf, has, isPuzzle, range, readPuzzle } from "./rules.js";
import { showSaved } from "./savepoints.js";
import { takeLink } from "./sharing.js";
import { Shelf } from "./shelf.js";
import { learn, learnVariants, Speech, tr } from "./speech.js";
import { readSettings, Store } from "./store.js";
import { drawExample } from "./teach.js";

// What a puzzle that is drawn does not have yet.
const NOT_IN_DRAFTS = ["modes", "fill", "timing", "hint", "check", "save", "share"];

class Page {
  constructor() {
    const own = JSON.parse(byId("puzzles").textContent);
    const { page, variants, ...language } = JSON.parse(byId("phrases").textContent);
    learn(page);
    learnVariants(variants);
    this.speech = new Speech(language);
    this.store = new Store(() => window.localStorage);
    this.settings = readSettings(this.store.read("settings"));
    this.shelf = new Shelf(this.store, own);
    this.history = new History(this.store);
    this.card = new HintCard(this.speech);
    this.pad = new Pad((number, isHeld) => (isHeld ? this.filterBy(number) : this.put(number, this.mode)));
    this.isWarned = false;
    this.isChanged = false;
    this.wrong = new Set();
    this.filter = 0;
    this.typed = NOT_TYPED;
    this.asked = 0;
    this.engines = null;
    this.desk = new Desk(this.store, this.speech, (data, seed) => this.add(data, seed));
    bindControls(this);
    bindBoard(this);
    this.showSettings();
    const mode = this.store.read("mode");
    this.setMode(MODES.includes(mode) ? mode : "entries");
    this.open(this.lastOpened());
    this.connected = openEngines().then((engines) => this.use(engines));
    takeLink(this);
    window.addEventListener("hashchange", () => takeLink(this));
    window.setInterval(() => this.tick(), 1000);
    window.addEventListener("pagehide", () => this.isChanged && this.keep());
    window.addEventListener("storage", (event) => this.takeOver(event.key));
  }

  // Ask the engines from now on; without them, say what is missing.
  use(engines) {
    this.engines = engines;
    byId("no-engines").textContent = engines ? "" : tr(NO_ENGINES);
    byId("open-new").hidden = !engines;
    if (engines) this.desk.use(engines);
    showAbout(this);
    this.prepare();
  }

  // Ask for a hint to a puzzle that stays open for a moment: the engines count its solutions only once, and most of the
  // time for the first hint goes there.
  prepare() {
    const puzzle = this.puzzle.data;
    const entries = this.puzzle.given.map(() => 0);
    window.clearTimeout(this.soon);
    this.soon = window.setTimeout(() => this.engines?.ask({ do: "hint", puzzle, entries }), 300);
  }

  lastOpened() {
    const number = this.shelf.puzzles.findIndex((puzzle) => puzzle.id === this.store.read("last"));
    return Math.max(number, 0);
  }

  // Take over what another tab has kept.
  takeOver(key) {
    if (this.draft) return;
    if (key === `fastfuto game ${this.puzzle.id}`) {
      this.game = new Game(this.puzzle, this.store.read(`game ${this.puzzle.id}`));
      this.wasSolved = this.game.isSolved;
      this.isChanged = false;
      this.closeHint();
    } else if (key === "fastfuto made") {
      this.shelf.reload();
      this.number = this.shelf.puzzles.findIndex(({ id }) => id === this.puzzle.id);
      if (this.number < 0) this.open(0);
    }
  }

  // Puzzles ------------------------------------------------------------------------------------------------

  open(number) {
    this.number = number;
    this.draft = null;
    const data = this.shelf.puzzles[number];
    this.store.write("last", data.id);
    this.place(data, this.store.read(`game ${data.id}`));
    this.prepare();
  }

  // Put a puzzle on the board, with what is known of its game.
  place(data, stored) {
    this.puzzle = readPuzzle(data);
    this.game = new Game(this.puzzle, stored);
    this.board = new Board(byId("board"), this.puzzle, this.draft?.slots);
    const { width, height } = extentOf(this.puzzle);
    const { style } = document.documentElement;
    style.setProperty("--width", width);
    style.setProperty("--share", (width / height).toFixed(4));
    // The first cell that is empty is selected and has the focus, so that keys work from the first moment.
    this.current = Math.max(this.game.known.indexOf(0), 0);
    this.selected = new Set([this.current]);
    this.asked += 1;
    this.card.close();
    this.wasSolved = this.game.isSolved;
    this.isChanged = false;
    this.conflicts = new Set();
    this.wrong = new Set();
    this.filter = 0;
    showAbout(this);
    byId("saved").replaceChildren();
    byId("board").classList.remove("done-now");
    this.setPaused(false);
    this.pad.build(this.puzzle.n, this.mode === "colour");
    this.say("");
    this.show();
    // Within another page the focus stays where it is.
    if (window.parent === window) this.board.cells[this.current].box.focus({ preventScroll: true });
  }

  // How far a game has come, for the list: [class, text]; `games` are the records of solved puzzles.
  stateOf({ id, given }, games) {
    const game = this.store.read(`game ${id}`);
    const solved = games.find((record) => record.id === id);
    if (solved) return ["solved", `✓ ${clock(solved.seconds)}`];
    const count = game?.state?.entries?.filter?.(Boolean).length ?? 0;
    if (!count) return ["", ""];
    const open = Array.from(given).filter((value) => value === "0").length;
    return ["begun", `${Math.round((100 * count) / open)} %`];
  }

  // Open a puzzle that was made or typed in.
  add(data, seed) {
    if (!isPuzzle(data)) {
      this.desk.say("The page cannot show this puzzle.");
      return;
    }
    if (this.isChanged) this.keep();
    byId("new-box").close();
    this.open(this.shelf.add(data, seed));
  }

  // Moves --------------------------------------------------------------------------------------------------

  // Dim the cells that cannot take a value, or none if it is already the one.
  filterBy(value) {
    this.filter = this.filter === value ? 0 : value;
    this.say(this.filter ? "Cells that can contain {value}." : "", { value });
    this.show();
  }

  put(value, mode) {
    const cells = [...this.selected];
    if (mode === "entries") this.game.enter(cells, value, this.settings.tidy);
    else if (mode !== "colour") this.game.mark(cells, value, mode);
    else if (!this.filter) this.game.paint(cells, value);
    else {
      // While a number is looked for, its marks are coloured.
      const marked = cells.filter((cell) => !this.game.known[cell] && has(this.game.state.corner[cell], this.filter));
      if (marked.length) this.game.paint(marked, value, this.filter);
    }
    this.changed();
  }

  changed() {
    const { game } = this;
    const { isSolved } = game;
    const isInHint = byId("hint-box").contains(document.activeElement);
    this.asked += 1;
    this.card.close();
    this.wrong = new Set();
    this.say("");
    if (this.isPaused) this.setPaused(false);
    if (this.draft) {
      this.draft.change({ entries: game.state.entries });
      this.show();
      checkUnique(this);
      return;
    }
    if (isSolved && !this.wasSolved && game.isTimed && !game.isShown) {
      game.isTimed = false;
      this.history.add(this.puzzle, game);
    }
    this.isChanged = true;
    this.keep();
    this.show();
    byId("board").classList.toggle("done-now", isSolved && !this.wasSolved);
    if (isSolved && !this.wasSolved) {
      this.say(game.isShown ? "This is the solution." : "Solved in {time}. Well done!", { time: clock(game.seconds) });
      byId("end-box").scrollIntoView({ block: "nearest" });
    }
    this.wasSolved = isSolved;
    if (isInHint) this.board.focus(this.current);
  }

  // Keep the game; a draft has none.
  keep() {
    if (this.draft) return;
    const kept = this.store.write(`game ${this.puzzle.id}`, this.game);
    if (kept || this.isWarned) return;
    this.isWarned = true;
    byId("storage").textContent = tr("This browser does not save anything here: your game is lost when you close the page.");
  }

  // Ask before something that cannot be taken back by one key, or should not happen by chance.
  sure(text, act) {
    byId("sure-text").textContent = tr(text);
    this.sureAct = act;
    byId("sure").showModal();
  }

  // Hints --------------------------------------------------------------------------------------------------

  async giveHint(degree = 0) {
    if (this.card.step) {
      if (!this.card.isWhole) this.card.goTo(this.card.degree + 1);
      this.showHintNow();
      return;
    }
    if (this.puzzle.solutions === "none") {
      await showClash(this);
      return;
    }
    const { corner } = this.game.state;
    const answer = await ask(this, "hint", { candidates: corner.some(Boolean) ? corner : null });
    if (!answer) return;
    if (!answer.step) {
      this.say(this.game.isSolved ? "There is nothing left to find." : "No hint is known for this position.");
      return;
    }
    this.card.open(this.puzzle, answer.step, degree);
    this.game.hints += this.game.isSolved ? 0 : 1;
    this.isChanged = true;
    this.showHintNow();
  }

  showHintNow() {
    // Whoever asked by the keyboard goes on there: the button that was pressed may be gone.
    const isOnPanel = byId("panel").contains(document.activeElement);
    this.say("");
    this.show();
    if (isOnPanel) byId(this.card.isWhole ? "note-hint" : "hint-more").focus();
    byId("hint-box").scrollIntoView({ block: "nearest" });
  }

  // Buttons may be pressed again before the next hint comes.
  applyHint() {
    if (this.card.step) this.act("note-hint");
  }

  turnHint(line) {
    this.card.turnTo(line);
    this.show();
  }

  // Apply the hint, and explain the step after it.
  async explainOn() {
    const isByKey = document.activeElement === byId("hint-on");
    this.applyHint();
    if (!this.game.isSolved) await this.giveHint(3);
    if (isByKey && this.card.step) byId("hint-on").focus();
  }

  closeHint() {
    this.card.close();
    this.show();
    this.board.focus(this.current);
  }

  // Showing ------------------------------------------------------------------------------------------------

  say(text, parts) {
    byId("status").textContent = tr(text, parts);
  }

  show() {
    const { game, settings, selected, current, puzzle, filter } = this;
    const { known } = game;
    const { picture, now } = this.card.show();
    const isHinted = picture !== NO_PICTURE;
    this.conflicts = conflictsOf(puzzle, known);
    // What goes with the selected cell would be taken for a part of a hint.
    const isAlone = selected.size === 1 && !isHinted && !game.isSolved;
    const left = isHinted || filter ? candidatesOf(puzzle, known, game.state.corner) : [];
    const cannot = range(puzzle.count).filter((cell) => filter && known[cell] !== filter && (known[cell] || !has(left[cell], filter)));
    this.board.show({
      ...{ state: game.state, known, current, picture, now, left, out: new Set(cannot) },
      selected: isHinted || game.isSolved ? new Set() : selected,
      conflicts: settings.conflicts ? new Set([...this.conflicts, ...this.wrong]) : this.wrong,
      peers: settings.lines && isAlone ? this.peersOf(current) : new Set(),
      equal: settings.equals && isAlone ? known[current] || filter : filter,
    });
    const isEnd = game.isSolved && !this.draft;
    byId("draft-box").hidden = !this.draft;
    byId("draft-signs").hidden = !this.draft?.hasSigns;
    for (const name of NOT_IN_DRAFTS) byId(name).hidden = Boolean(this.draft);
    byId("board").classList.toggle("finished", isEnd);
    if (isEnd) byId("keys").hidden = true;
    byId("end-box").hidden = !isEnd;
    if (isEnd) showEnd(puzzle, game, this.history, this.desk.after(puzzle), this.nextOpen() >= 0);
    this.pad.show(puzzle, known, this.conflicts, filter);
    // A button that is disabled would lose the focus.
    byId("undo").ariaDisabled = !(this.draft ? this.draft.hasStep(-1) : game.past.length);
    byId("redo").ariaDisabled = !(this.draft ? this.draft.hasStep(1) : game.future.length);
    byId("clock").textContent = clock(game.seconds);
    showSaved(
      game,
      () => this.changed(),
      () => {
        this.keep();
        this.show();
      },
    );
  }

  // The cells that share a line, a region or a run with a cell, and the cell itself.
  peersOf(cell) {
    const { units, unitsOf } = this.puzzle;
    return new Set(unitsOf[cell].flatMap((unit) => units[unit]));
  }

  tick() {
    if (this.draft || document.hidden || this.isPaused || this.game.isSolved || !this.game.isTimed) return;
    this.game.seconds += 1;
    this.isChanged = true;
    byId("clock").textContent = clock(this.game.seconds);
    if (this.game.seconds % 15 === 0) this.keep();
  }

  // While the clock stands still, the board is not to be seen.
  setPaused(isPaused) {
    this.isPaused = isPaused;
    byId("board").toggleAttribute("hidden", isPaused);
    byId("paused").hidden = !isPaused;
    byId("pause").hidden = isPaused;
    byId("panel").inert = isPaused;
  }

  closeBoxes() {
    for (const each of document.querySelectorAll("dialog[open]")) each.close();
  }

  // Open one of the boxes over the board.
  openBox(name) {
    this.closeBoxes();
    if (name === "puzzles") {
      const { games } = this.history;
      showList(this.shelf, this.number, (puzzle) => this.stateOf(puzzle, games));
      showStatistics(this.history);
      byId("puzzles-status").textContent = "";
    }
    if (name === "rules") {
      drawExample(byId("example"), this.puzzle.family, false);
      drawExample(byId("example-solved"), this.puzzle.family, true);
    }
    byId(`${name}-box`).showModal();
    if (name === "new") {
      this.desk.clear();
      byId("make").focus({ preventScroll: true });
    }
  }

  // The number of the next puzzle of the page that is still open; -1 if there is none, or another one like the player's own
  // can be made.
  nextOpen() {
    if (this.shelf.has(this.puzzle.id) && this.desk.after(this.puzzle).same) return -1;
    const { own } = this.shelf;
    const solved = new Set(this.history.games.map(({ id }) => id));
    const order = range(own.length).map((k) => (this.number + 1 + k) % own.length);
    return order.find((k) => own[k].id !== this.puzzle.id && !solved.has(own[k].id)) ?? -1;
  }

  goOn() {
    const next = this.nextOpen();
    if (next >= 0) this.turnTo(next);
    else this.makeAfter("same");
  }

  // Make another puzzle after this one; if that fails, the form shows why.
  makeAfter(which) {
    this.openBox("new");
    return this.desk.make(this.desk.after(this.puzzle)[which]);
  }

  async takeGames(file) {
    const count = file && file.size < 1e7 ? this.history.take(await file.text()) : null;
    showStatistics(this.history);
    byId("puzzles-status").textContent =
      count === null ? tr("This file does not contain a list of solved puzzles.") : tr("New puzzles: {count}.", { count });
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

  // Controls -----------------------------------------------------------------------------------------------

  // A draft has numbers only.
  setMode(mode) {
    if (this.draft) return;
    const isNewPad = this.mode && (mode === "colour") !== (this.mode === "colour");
    this.mode = mode;
    this.store.write("mode", mode);
    byId(`mode-${mode}`).checked = true;
    if (!isNewPad) return;
    this.pad.build(this.puzzle.n, mode === "colour");
    this.show();
  }

  act(name) {
    const { game, draft } = this;
    const way = { undo: -1, redo: 1 }[name];
    if (draft && way) {
      if (draft.travel(way)) openDraft(this, draft);
      return;
    }
    if (draft && NOT_IN_DRAFTS.includes(name)) return;
    if (name === "clear") game.clear([...this.selected]);
    else if (name === "undo") game.undo();
    else if (name === "redo") game.redo();
    else if (name === "fill") game.fillMarks();
    else if (name === "restart") game.startOver();
    else if (name === "save") {
      game.savePoint();
      byId("saved").replaceChildren();
    } else if (name === "note-hint") game.noteStep(this.card.step, this.settings.tidy);
    this.changed();
    if (name === "save") this.say("Savepoint {number} is set.", { number: game.saved.length });
  }

  answered(act) {
    byId("sure").close();
    this.board.focus(this.current);
    act();
  }

  forget() {
    this.shelf.remove(this.puzzle.id);
    this.open(Math.min(this.number, this.shelf.puzzles.length - 1));
  }

  turnTo(number) {
    if (this.isChanged) this.keep();
    this.open(number);
  }

  set(name, value) {
    this.settings[name] = value;
    this.store.write("settings", this.settings);
    this.showSettings();
    this.show();
  }

  showSettings() {
    const { settings } = this;
    for (const name of SETTINGS) byId(`set-${name}`).checked = settings[name];
    byId("set-theme").value = settings.theme;
    document.documentElement.dataset.theme = settings.theme;
    byId("clock").hidden = !settings.timer;
  }
}

new Page();
