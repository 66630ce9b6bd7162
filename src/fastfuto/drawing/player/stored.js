// The backend of a page that has no server: the page finds the simple steps itself and brings the others along.
import { knownValues, range, readPuzzle } from "./rules.js";
import { nextStep, readStep, storedStep } from "./steps.js";
import { openModule } from "./module.js";
import { Page } from "./main.js";

export class Stored {
  // What makes new puzzles is not here.
  families = [];
  // A promise of the backend that takes the place of this one; null if there is none.
  better = null;

  // `packed` has the steps of the puzzles, in their order; they are unpacked when they are needed.
  constructor(puzzles, packed) {
    this.puzzles = puzzles;
    this.packed = packed;
  }

  async ask({ do: act, puzzle: data, entries, candidates }) {
    const puzzle = data && readPuzzle(data);
    if (act === "grade") return { level: puzzle.level, score: null, minutes: null };
    if (act === "hint") return { step: await this.#hint(puzzle, entries, candidates) };
    if (act === "solve" && puzzle.solutions === "none") return { count: 0, solution: null };
    if (act === "solve" && puzzle.solution) return solved(puzzle, entries);
    return { error: "This needs the page that `fastfuto play` serves." };
  }

  async #hint(puzzle, entries, candidates) {
    const marks = candidates ?? entries.map(() => 0);
    const step = nextStep(puzzle, entries, marks);
    return step ?? storedStep(puzzle, await this.#stepsOf(puzzle), entries, marks);
  }

  async #stepsOf({ id }) {
    this.steps ??= unpackSteps(this.packed, this.puzzles.length);
    return (await this.steps)[this.puzzles.findIndex((puzzle) => puzzle.id === id)] ?? [];
  }
}

function solved(puzzle, entries) {
  const isRight = knownValues(puzzle, entries).every((value, cell) => !value || value === puzzle.solution[cell]);
  return isRight ? { count: 1, solution: puzzle.solution } : { count: 0, solution: null };
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

// The engines of the page, which leave to what is stored the puzzles that they do not know.
class Engines {
  constructor(module, stored) {
    this.families = module.families;
    this.module = module;
    this.stored = stored;
  }

  ask(request) {
    const hasSums = request.puzzle?.sums?.length > 0;
    return (hasSums ? this.stored : this.module).ask(request);
  }

  // The engines count the solutions of a puzzle once, and most of the time for its first hint goes there.
  prepare(puzzle) {
    this.ask({ do: "hint", puzzle, entries: [...puzzle.given].map(() => 0) });
  }

  cancel() {
    this.module.cancel();
  }
}

// A page begins with what is stored, and takes the engines as soon as the browser has them.
function connect(puzzles) {
  const textOf = (id) => document.getElementById(id).textContent;
  const stored = new Stored(puzzles, textOf("steps"));
  const open = () => openModule(textOf("worker"), textOf("engine"), JSON.parse(textOf("tables")));
  stored.better = painted().then(open).then((module) => module && new Engines(module, stored));
  return stored;
}

// Until the page is to be seen; one in the background, which is not drawn, does not wait longer than a second.
function painted() {
  return new Promise((resolve) => {
    window.requestAnimationFrame(() => window.setTimeout(resolve));
    window.setTimeout(resolve, 1000);
  });
}

if (typeof document !== "undefined") new Page(connect);
