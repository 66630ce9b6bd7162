// Answers positions with the steps of the player: a JSON object a line in, one a line out.
import { createInterface } from "node:readline";
import { readPuzzle } from "../../../src/fastfuto/drawing/player/rules.js";
import { nextStep } from "../../../src/fastfuto/drawing/player/steps.js";
import { stepText } from "../../../src/fastfuto/drawing/player/words.js";

let puzzle;
for await (const line of createInterface({ input: process.stdin })) {
  const given = JSON.parse(line);
  if (given.puzzle) puzzle = readPuzzle(given.puzzle);
  else {
    const step = nextStep(puzzle, given.entries, given.marks);
    const texts = step && [0, 1, 2, 3].map((degree) => stepText(puzzle, step, degree));
    console.log(JSON.stringify(step && { ...step, texts }));
  }
}
