// The card of a hint: its four degrees, and the lines of its explanation, which can be read one by one.
import { byId } from "./desk.js";
import { namedIn, NO_PICTURE, pictureOf } from "./picture.js";
import { tr } from "./speech.js";
import { stepText } from "./words.js";

const WHOLE = 3;
const NOTHING = { picture: NO_PICTURE, now: new Set() };

export class HintCard {
  constructor(speech) {
    this.speech = speech;
    this.step = null;
  }

  open(puzzle, step, degree) {
    Object.assign(this, { puzzle, step });
    this.goTo(degree);
  }

  close() {
    this.step = null;
  }

  get isWhole() {
    return this.degree === WHOLE;
  }

  goTo(degree) {
    const { speech, puzzle, step } = this;
    this.degree = degree;
    this.line = 0;
    this.lines = speech.split(stepText(speech, step, degree));
    this.picture = pictureOf(puzzle, step, degree, namedIn(speech, puzzle, this.lines.join(" ")));
  }

  turnTo(line) {
    this.line = Math.max(0, Math.min(line, this.lines.length - 1));
  }

  // Show the card; what is to be seen on the board.
  show() {
    const { step, speech, lines, degree } = this;
    byId("hint-box").hidden = !step;
    byId("keys").hidden = Boolean(step);
    if (!step) return NOTHING;
    const isMistake = step.technique === "mistake";
    const name = degree === 0 || isMistake ? tr("Hint") : speech.techniques[step.technique];
    byId("hint-name").textContent = speech.sentence(name);
    byId("hint-degree").textContent = tr("{number} of 4", { number: degree + 1 });
    const isList = lines.length > 1;
    byId("hint-text").textContent = isList ? "" : lines[0];
    this.#showLines(isList ? lines : []);
    byId("hint-back").hidden = byId("hint-next").hidden = !isList;
    byId("hint-back").ariaDisabled = this.line === 0;
    byId("hint-next").ariaDisabled = this.line === lines.length - 1;
    byId("hint-more").hidden = this.isWhole;
    byId("note-hint").hidden = !this.isWhole;
    byId("note-hint").textContent = tr(isMistake ? "Remove it" : "Apply");
    byId("hint-on").hidden = !this.isWhole || isMistake;
    if (!isList) return { picture: this.picture, now: NOTHING.now };
    return { picture: this.#pictureSoFar(), now: namedIn(speech, this.puzzle, lines[this.line]).cells };
  }

  // The part of the picture that the lines up to the present one speak of, and what follows from them in the end.
  #pictureSoFar() {
    const { picture, puzzle, step, line } = this;
    const { lines, cells } = namedIn(this.speech, puzzle, this.lines.slice(0, line + 1).join(" "));
    for (const [at] of [...step.removed, ...step.placed]) cells.add(puzzle.numberOf.get(at.join()));
    const inLines = new Set(lines.flatMap((number) => puzzle.units[number]));
    const isTold = (cell) => cells.has(cell);
    return {
      ...picture,
      roles: new Map([...picture.roles].filter(([cell, role]) => isTold(cell) || (role === "band" && inLines.has(cell)))),
      special: new Map([...picture.special].filter(([key]) => isTold(Number(key.split(" ")[0])))),
      used: picture.used.filter((pair) => pair.every(isTold)),
      links: picture.links.filter(([[from], [to]]) => isTold(from) && isTold(to)),
      // Of an assumption, each line has its number.
      badges: picture.badges.filter(([cell], k) => isTold(cell) && (step.technique !== "braid" || k <= line)),
      conflicts: line === this.lines.length - 1 ? picture.conflicts : NO_PICTURE.conflicts,
    };
  }

  // The list stays while it is read line by line, so that it is not announced again.
  #showLines(lines) {
    const list = byId("hint-lines");
    if (lines.join() !== [...list.children].map((item) => item.textContent).join()) {
      list.replaceChildren(...lines.map(itemOf));
    }
    [...list.children].forEach((item, k) => {
      if (k === this.line) item.setAttribute("aria-current", "step");
      else item.removeAttribute("aria-current");
    });
    list.children[this.line]?.scrollIntoView?.({ block: "nearest" });
  }
}

function itemOf(text, k) {
  const item = document.createElement("li");
  const said = document.createElement("span");
  said.textContent = text;
  item.append(said);
  item.dataset.line = k;
  return item;
}
