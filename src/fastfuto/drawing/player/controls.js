// What a player presses: the board, the keys, and the buttons of the page.
import { byId } from "./desk.js";
import { Draft } from "./draft.js";
import { endDraft, openDraft, playDraft, pressSign } from "./drafting.js";
import { saveDrawing, savePicture } from "./export.js";
import { COLOURS } from "./game.js";
import { neighbourOf, signTowards } from "./geometry.js";
import { saveFile } from "./puzzles.js";
import { check, checkUnique, showSolution } from "./questions.js";
import { range } from "./rules.js";
import { copyResult, share } from "./sharing.js";

const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
export const MODES = ["entries", "corner", "centre", "colour"];
export const SETTINGS = ["conflicts", "tidy", "timer", "lines", "equals"];
const BOXES = ["new", "puzzles", "menu", "rules", "settings"];
// Two digits that are pressed within this time make one number.
const TOGETHER = 800; // ms
export const NOT_TYPED = { value: 0, cell: -1, at: 0 };

export function bindBoard(page) {
  const svg = byId("board");
  const cellAt = (event) => {
    const box = event.target.closest?.("[data-cell]");
    return box ? Number(box.dataset.cell) : -1;
  };
  svg.addEventListener("pointerdown", (event) => {
    const sign = event.target.closest("[data-sign]");
    const slot = event.target.closest("[data-slot]");
    if (page.draft && (sign || slot)) {
      pressSign(page, slot ? slot.dataset.slot.split(",").map(Number) : page.puzzle.less[sign.dataset.sign]);
      return;
    }
    if (sign) {
      page.game.greySign(Number(sign.dataset.sign));
      page.changed();
      return;
    }
    const cell = cellAt(event);
    if (cell < 0) return;
    page.isDragging = event.pointerType === "mouse" && event.button === 0;
    page.select(cell, event.ctrlKey || event.metaKey || event.shiftKey || byId("several").checked);
  });
  svg.addEventListener("dblclick", (event) => {
    const { known } = page.game;
    const value = known[cellAt(event)];
    if (!value) return;
    page.selected = new Set(range(page.puzzle.count).filter((cell) => known[cell] === value));
    page.show();
  });
  // Pressing a button of the mouse would move the focus away again.
  svg.addEventListener("mousedown", (event) => event.preventDefault());
  svg.addEventListener("pointerover", (event) => {
    const cell = cellAt(event);
    if (page.isDragging && event.buttons && cell >= 0 && !page.selected.has(cell)) page.select(cell, true);
  });
  window.addEventListener("pointerup", () => (page.isDragging = false));
  // Keys are for the board, unless something else that takes them has the focus.
  window.addEventListener("keydown", (event) => {
    if (document.querySelector("dialog[open]")) return;
    if (event.key === "Escape" && page.card.step) page.closeHint();
    const isElsewhere = event.target !== document.body && !svg.contains(event.target);
    if (!isElsewhere && !page.isPaused && pressed(page, event)) event.preventDefault();
  });
}

// A key on the board; whether it means anything.
function pressed(page, event) {
  // Commands are letters, whatever the state of Caps Lock.
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const isCommand = event.ctrlKey || event.metaKey;
  if (ARROWS[key] && !isCommand && !event.altKey) return moveBy(page, ARROWS[key], event.shiftKey);
  page.isGreying = false;
  if (isCommand) return command(page, key, event.shiftKey);
  const value = valueOfKey(event);
  const isValue = value >= 1 && value <= (page.mode === "colour" ? COLOURS.length : page.puzzle.n);
  if (event.altKey) {
    if (isValue) page.filterBy(value);
    return isValue;
  }
  if (secondDigit(page, event)) return true;
  if (isValue) {
    page.put(value, event.shiftKey ? "corner" : page.mode);
    page.typed = { value, cell: page.current, at: event.timeStamp };
    return true;
  }
  const meant = {
    Backspace: () => page.act("clear"),
    Delete: () => page.act("clear"),
    0: () => page.act("clear"),
    u: () => page.act("undo"),
    r: () => page.act("redo"),
    v: () => page.setMode("entries"),
    x: () => page.setMode("corner"),
    y: () => page.setMode("centre"),
    z: () => page.setMode("colour"),
    s: () => page.act("save"),
    "?": () => !page.draft && page.giveHint(),
    t: () => (page.isGreying = true),
    " ": () => page.setMode(MODES[(MODES.indexOf(page.mode) + 1) % MODES.length]),
    Escape: () => page.select(page.current, false),
  }[key];
  meant?.();
  return Boolean(meant);
}

// Whether a digit follows another one of the same number, as 2 after 1 for 12.
function secondDigit(page, event) {
  const { value, cell, at } = page.typed;
  page.typed = NOT_TYPED;
  if (page.mode === "colour" || event.shiftKey || !/^[0-9]$/.test(event.key)) return false;
  const both = 10 * value + Number(event.key);
  if (!value || value > 9 || both > page.puzzle.n || cell !== page.current || event.timeStamp - at > TOGETHER) return false;
  page.game.undo();
  page.draft?.travel(-1);
  page.put(both, page.mode);
  return true;
}

function moveBy(page, direction, isAdding) {
  if (page.isGreying) {
    page.isGreying = false;
    const sign = signTowards(page.puzzle, page.current, direction);
    const other = neighbourOf(page.puzzle, page.current, direction);
    if (page.draft?.hasSigns && other !== page.current) {
      pressSign(page, [page.current, other].sort((a, b) => a - b));
    } else if (sign >= 0) {
      page.game.greySign(sign);
      page.changed();
    }
    return true;
  }
  page.selected = isAdding ? page.selected : new Set();
  page.selected.add(page.current);
  const cell = neighbourOf(page.puzzle, page.current, direction);
  page.select(cell, isAdding && !page.selected.has(cell));
  return true;
}

function command(page, key, isShifted) {
  if (key === "z") page.act(isShifted ? "redo" : "undo");
  else if (key === "y") page.act("redo");
  else if (key === "a") {
    page.selected = new Set(range(page.puzzle.count));
    page.show();
  } else return false;
  return true;
}

export function bindControls(page) {
  const on = (id, act) => byId(id).addEventListener("click", act);
  for (const name of ["clear", "undo", "redo", "fill", "restart", "save"]) on(name, () => page.act(name));
  on("hint", () => page.giveHint());
  on("hint-more", () => page.giveHint());
  on("note-hint", () => page.applyHint());
  on("hint-on", () => page.explainOn());
  on("hint-back", () => page.turnHint(page.card.line - 1));
  on("hint-next", () => page.turnHint(page.card.line + 1));
  on("hint-close", () => page.closeHint());
  byId("hint-lines").addEventListener("click", (event) => {
    const item = event.target.closest("li");
    if (item) page.turnHint(Number(item.dataset.line));
  });
  on("check", () => check(page));
  on("unique", () => checkUnique(page));
  on("solution", () => page.sure("Show the solution?", () => showSolution(page)));
  on("forget", () => page.sure("Remove this puzzle and its game?", () => page.forget()));
  on("sure-yes", () => page.answered(page.sureAct));
  on("sure-no", () => page.answered(() => {}));
  on("share", () => share(page));
  on("result", () => copyResult(page));
  on("next", () => page.goOn());
  on("harder", () => page.makeAfter("harder"));
  on("draft-new", () => openDraft(page, new Draft(page.desk.chosen.kind, page.desk.chosen.n)));
  on("draft-play", () => playDraft(page));
  on("draft-end", () => endDraft(page));
  on("print", () => window.print());
  on("drawing", () => saveDrawing(byId("board"), page.puzzle.id));
  on("picture", () => savePicture(byId("board"), page.puzzle.id));
  on("games-out", () => saveFile("fastfuto-games.json", new Blob([page.history.written()], { type: "application/json" })));
  byId("games-in").addEventListener("change", async ({ target }) => {
    await page.takeGames(target.files[0]);
    target.value = "";
  });
  on("pause", () => {
    page.setPaused(true);
    byId("resume").focus();
  });
  on("resume", () => {
    page.setPaused(false);
    page.board.focus(page.current);
  });
  for (const name of BOXES) on(`open-${name}`, () => page.openBox(name));
  // What is chosen in the menu is done on the board.
  byId("menu-box").addEventListener(
    "click",
    (event) => {
      if (!event.target.closest(".rows button:not([id^='open-'])")) return;
      byId("menu-box").close();
      page.board.focus(page.current);
    },
    true,
  );
  // A click beside a box closes it.
  for (const box of document.querySelectorAll("dialog")) {
    box.addEventListener("pointerdown", (event) => {
      const { left, right, top, bottom } = box.getBoundingClientRect();
      const isInside = event.clientX >= left && event.clientX <= right && event.clientY >= top && event.clientY <= bottom;
      if (event.target === box && !isInside) box.close();
    });
  }
  byId("list").addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (!button) return;
    byId("puzzles-box").close();
    page.turnTo(Number(button.dataset.number));
    page.board.focus(page.current);
  });
  for (const mode of MODES) byId(`mode-${mode}`).addEventListener("change", () => page.setMode(mode));
  for (const name of SETTINGS) {
    byId(`set-${name}`).addEventListener("change", (event) => page.set(name, event.target.checked));
  }
  byId("set-theme").addEventListener("change", (event) => page.set("theme", event.target.value));
  // A click on a button leaves the focus on the board, so that the keys go on working there; the keyboard reaches it.
  byId("panel").addEventListener("mousedown", (event) => {
    if (event.target.closest("button, #modes")) event.preventDefault();
  });
  byId("modes").addEventListener("click", (event) => {
    const label = event.target.closest("label");
    if (!label) return;
    event.preventDefault();
    page.setMode(label.htmlFor.replace("mode-", ""));
  });
}

// The value that a key stands for: digits, and letters above 9. Keys of the row of digits are known by their place, as
// Shift and some layouts give them other signs; those of the number pad only with Shift, as they may be arrows.
function valueOfKey(event) {
  const digit = /^(Digit|Numpad)([1-9])$/.exec(event.code ?? "");
  if (digit && (digit[1] === "Digit" || event.shiftKey)) return Number(digit[2]);
  return /^[1-9a-pA-P]$/.test(event.key) ? parseInt(event.key, 36) : 0;
}
