// Asks the engines of the page for hints: a JSON object a line in, an answer a line out.
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { Engine } from "../../../src/fastfuto/drawing/player/engine/engine.js";
import { Game } from "../../../src/fastfuto/drawing/player/game.js";
import { readPuzzle } from "../../../src/fastfuto/drawing/player/rules.js";
import { Speech } from "../../../src/fastfuto/drawing/player/speech.js";
import { stepText } from "../../../src/fastfuto/drawing/player/words.js";

const folder = new URL("../../../src/fastfuto/drawing/player/engine/", import.meta.url);
const instance = new WebAssembly.Instance(new WebAssembly.Module(readFileSync(new URL("engine.wasm", folder))));
const engine = new Engine(instance.exports, JSON.parse(readFileSync(new URL("tables.json", folder))));

// The hint for a position, as the page asks for it.
function hintFor(entries, corner) {
  const { step } = engine.ask({ do: "hint", puzzle: puzzle.data, entries, candidates: corner.some(Boolean) ? corner : null });
  return step;
}

// Do what hints say until there are no more; the values of all cells then.
function follow() {
  const game = new Game(puzzle);
  for (;;) {
    const step = hintFor(game.state.entries, game.state.corner);
    if (!step || step.technique === "mistake" || step.technique === "contradiction") return game.known;
    if (!game.noteStep(step, true)) return game.known;
  }
}

let puzzle, speech;
for await (const line of createInterface({ input: process.stdin })) {
  const given = JSON.parse(line);
  if (given.phrases) speech = new Speech(given.phrases);
  else if (given.puzzle) puzzle = readPuzzle(given.puzzle);
  else if (given.follow) console.log(JSON.stringify(follow()));
  else {
    const step = hintFor(given.entries, given.marks);
    const texts = step && [0, 1, 2, 3].map((degree) => stepText(speech, step, degree));
    console.log(JSON.stringify(step && { ...step, texts }));
  }
}
