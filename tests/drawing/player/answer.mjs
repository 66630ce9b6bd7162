// Answers positions with the steps of the player: a JSON object a line in, one a line out.
import { createInterface } from "node:readline";
import { readPuzzle } from "../../../src/fastfuto/drawing/player/rules.js";
import { Game } from "../../../src/fastfuto/drawing/player/game.js";
import { nextStep, readStep, storedStep } from "../../../src/fastfuto/drawing/player/steps.js";
import { Speech } from "../../../src/fastfuto/drawing/player/speech.js";
import { stepText } from "../../../src/fastfuto/drawing/player/words.js";

// Do what hints say until there are no more; the values of all cells then.
function follow(stored) {
  const game = new Game(puzzle);
  for (;;) {
    const { entries, corner } = game.state;
    const step = nextStep(puzzle, entries, corner) ?? storedStep(puzzle, stored, entries, corner);
    if (!step || step.technique === "mistake" || step.technique === "contradiction") return game.known;
    for (const [cell, value] of step.placed) game.enter([puzzle.numberOf.get(cell.join())], value, true);
    if (step.removed.length && !game.noteStep(step)) return game.known;
  }
}

let puzzle, speech;
for await (const line of createInterface({ input: process.stdin })) {
  const given = JSON.parse(line);
  if (given.phrases) speech = new Speech(given.phrases);
  else if (given.puzzle) puzzle = readPuzzle(given.puzzle);
  else if (given.stored) console.log(JSON.stringify(follow(given.stored.map(readStep))));
  else {
    const step = nextStep(puzzle, given.entries, given.marks);
    const texts = step && [0, 1, 2, 3].map((degree) => stepText(speech, step, degree));
    console.log(JSON.stringify(step && { ...step, texts }));
  }
}
