// The page "Try it": a puzzle that is pasted in is solved, graded, explained and drawn by the engines of the player.
import { Board } from "../../src/fastfuto/drawing/player/board.js";
import { emptyState } from "../../src/fastfuto/drawing/player/game.js";
import { openModule } from "../../src/fastfuto/drawing/player/module.js";
import { NO_PICTURE, pictureOf } from "../../src/fastfuto/drawing/player/picture.js";
import { bit, candidatesOf, isPuzzle, knownValues, range, readPuzzle } from "../../src/fastfuto/drawing/player/rules.js";
import { Speech } from "../../src/fastfuto/drawing/player/speech.js";
import { asPicture } from "../../src/fastfuto/drawing/player/teach.js";
import { stepText } from "../../src/fastfuto/drawing/player/words.js";

const MOST_TEXT = 65536;
const MOST_STEPS = 400;
const SOLUTIONS = {
  one: "It has exactly one solution.",
  none: "It has no solution.",
  several: "It has several solutions.",
  unknown: "Its solutions were not counted within the limit of work.",
};
const byId = (id) => document.getElementById(id);
const contents = (id) => byId(id).textContent;

class Trial {
  constructor(engines) {
    this.engines = engines;
    this.speech = new Speech(JSON.parse(contents("phrases")));
    this.asked = 0;
    byId("explain").disabled = false;
    byId("asking").addEventListener("submit", (event) => {
      event.preventDefault();
      this.explain();
    });
    byId("stop").addEventListener("click", () => this.stop());
    byId("before").addEventListener("click", () => this.show(this.at - 1));
    byId("after").addEventListener("click", () => this.show(this.at + 1));
  }

  async explain() {
    const text = byId("typed").value;
    byId("answer").hidden = true;
    if (!text.trim()) return this.say("There is nothing to read yet.");
    if (text.length > MOST_TEXT) return this.say("This text is too long for a puzzle.");
    const number = ++this.asked;
    this.busy(true, "Just a moment …");
    const read = await this.engines.ask({ do: "read", text });
    const told = read.error ? read : await this.engines.ask({ do: "explain", puzzle: read.puzzle, limit: MOST_STEPS });
    if (number !== this.asked) return;
    const isRight = !told.error && isPuzzle(read.puzzle);
    this.busy(false, told.error ?? (isRight ? "" : "This is not a puzzle that the page can show."));
    if (isRight) this.open(readPuzzle(read.puzzle), told);
  }

  open(puzzle, { steps, solved }) {
    this.puzzle = puzzle;
    this.steps = steps;
    this.positions = positionsOf(puzzle, steps);
    const { name, level, time, id, solutions } = puzzle;
    byId("about").textContent = [name, level, time, id].filter(Boolean).join(" · ");
    const isCut = !solved && steps.length === MOST_STEPS;
    byId("solutions").textContent = `${SOLUTIONS[solutions]}${isCut ? ` Here are the first ${MOST_STEPS} steps.` : ""}`;
    byId("answer").hidden = false;
    this.board = new Board(byId("board"), puzzle);
    byId("steps").replaceChildren(
      ...steps.map((step, k) => {
        const item = document.createElement("li");
        const button = document.createElement("button");
        button.type = "button";
        button.textContent = stepText(this.speech, step, 3);
        button.addEventListener("click", () => this.show(k));
        item.append(button);
        return item;
      }),
    );
    this.show(0);
  }

  // Show the position before a step and what the step does or, behind the last one, where they end.
  show(at) {
    const { puzzle, steps, positions } = this;
    const step = steps[at];
    const { entries, masks } = positions[at];
    const known = knownValues(puzzle, entries);
    const left = candidatesOf(puzzle, known, masks);
    const none = new Set();
    this.at = at;
    this.board.show({
      ...{ state: { ...emptyState(puzzle), entries, corner: left }, known, left, equal: 0 },
      ...{ selected: none, current: -1, conflicts: none, peers: none, picture: step ? pictureOf(puzzle, step, 3) : NO_PICTURE },
    });
    asPicture(byId("board"), step ? `The board with step ${at + 1}` : "The board behind the last step");
    byId("number").textContent = step ? `Step ${at + 1} of ${steps.length}` : "The end";
    byId("text").textContent = step ? stepText(this.speech, step, 3) : "";
    byId("before").disabled = at === 0;
    byId("after").disabled = at === steps.length;
    [...byId("steps").children].forEach((item, k) => item.firstChild.setAttribute("aria-pressed", k === at));
  }

  stop() {
    this.asked += 1;
    this.engines.cancel();
    this.busy(false, "Stopped.");
  }

  busy(isBusy, text) {
    byId("stop").hidden = !isBusy;
    byId("explain").disabled = isBusy;
    this.say(text);
  }

  say(text) {
    byId("new-status").textContent = text;
  }
}

// Entries and candidates before each step, and behind the last one.
function positionsOf(puzzle, steps) {
  let position = { entries: range(puzzle.count).map(() => 0), masks: puzzle.domains };
  const number = (cell) => puzzle.numberOf.get(cell.join());
  const positions = [position];
  for (const { placed, removed } of steps) {
    const entries = [...position.entries];
    const masks = [...position.masks];
    for (const [cell, values] of removed) for (const value of values) masks[number(cell)] &= ~bit(value);
    for (const [cell, value] of placed) if (!puzzle.given[number(cell)]) entries[number(cell)] = value;
    position = { entries, masks };
    positions.push(position);
  }
  return positions;
}

async function start() {
  const engines = await openModule(contents("worker"), contents("engine"), JSON.parse(contents("tables")));
  if (engines) new Trial(engines);
  else byId("new-status").textContent = "This page needs WebAssembly, which your browser does not have or does not allow.";
}

start();
