// Tells steps and shows what is to be seen of them: a JSON object a line in, one a line out.
import { createInterface } from "node:readline";
import { pictureOf } from "../../../src/fastfuto/drawing/player/picture.js";
import { readPuzzle } from "../../../src/fastfuto/drawing/player/rules.js";
import { Speech } from "../../../src/fastfuto/drawing/player/speech.js";
import { stepText } from "../../../src/fastfuto/drawing/player/words.js";

let puzzle, speeches;
for await (const line of createInterface({ input: process.stdin })) {
  const given = JSON.parse(line);
  if (given.phrases) speeches = given.phrases.map((language) => new Speech(language));
  else if (given.puzzle) puzzle = readPuzzle(given.puzzle);
  else {
    const texts = speeches.map((speech) => [0, 1, 2, 3].map((degree) => stepText(speech, given.step, degree)));
    const { roles, special, used, links, badges, conflicts } = pictureOf(puzzle, given.step, 3);
    const place = (cell) => puzzle.places[cell];
    console.log(
      JSON.stringify({
        texts,
        roles: [...roles].map(([cell, role]) => [place(cell), role]),
        special: [...special].map(([key, kind]) => {
          const [cell, value] = key.split(" ").map(Number);
          return [place(cell), value, kind];
        }),
        used: used.map((pair) => pair.map(place)),
        links: links.map(([[a, v], [b, w], kind]) => [[place(a), v], [place(b), w], kind]),
        badges: badges.map(([cell, value]) => [place(cell), value]),
        conflicts: [...conflicts].map(place),
      }),
    );
  }
}
