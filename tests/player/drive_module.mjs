// The backend of the page with its worker, as a browser has it: gets its parts on stdin, and tells what came of each try.
import { readFileSync } from "node:fs";
import { Worker } from "node:worker_threads";
import { openModule } from "../../src/fastfuto/drawing/player/module.js";

const { script, packed, tables } = JSON.parse(readFileSync(0));
const PRELUDE = `const { parentPort } = require("node:worker_threads");
globalThis.self = { postMessage: (message) => parentPort.postMessage(message) };
parentPort.on("message", (data) => self.onmessage({ data }));
`;

function makeWorker(text) {
  const worker = new Worker(PRELUDE + text, { eval: true });
  worker.on("message", (data) => worker.onmessage({ data }));
  worker.on("error", (error) => worker.onerror(error));
  return worker;
}

const told = {};
const backend = await openModule(script, packed, tables, makeWorker);
const ask = { do: "generate", family: "futoshiki", n: 5, level: "easy", seed: "7" };
const made = await backend.ask(ask);
told.made = made.puzzle.line;

// A puzzle that nobody waits for: the request ends at once, and the next one is answered.
const long = backend.ask({ ...ask, n: 25, level: "diabolical" });
const behind = backend.ask(ask);
setTimeout(() => backend.cancel(), 200);
told.stopped = [(await long).error, (await behind).error];
told.again = (await backend.ask(ask)).puzzle.line;

// Requests that are not right have a sentence, and leave the engines as they are.
const { puzzle } = made;
const wrong = [
  ...[null, 7, "x", [], {}, { do: "constructor" }, { do: "__proto__" }, { do: "hint" }, { do: "hint", puzzle: 3 }],
  ...[{ do: "hint", puzzle: { ...puzzle, n: 1e9, rows: 1e9 } }, { do: "grade", puzzle: { ...puzzle, rows: 6 } }],
  { do: "hint", puzzle, entries: [1, 2] },
  { do: "hint", puzzle, entries: Array(25).fill(-1) },
  { do: "hint", puzzle, entries: Array(25).fill(0.5) },
  { do: "hint", puzzle, entries: Array(25).fill(0), candidates: Array(25).fill(2 ** 31) },
  ...[{ less: [[0, 99]] }, { less: [[3, 3]] }, { less: "x" }, { given: "z".repeat(25) }, { given: 5 }, { units: [[1, 2, 3]] }].map(
    (change) => ({ do: "solve", puzzle: { ...puzzle, ...change } }),
  ),
  ...[{ units: [["box", 1, [1, 1]]] }, { sums: [{ cells: [0, 50], total: 3 }] }, { relations: [[0, 1, 0]] }, { places: [1e9] }].map(
    (change) => ({ do: "solve", puzzle: { ...puzzle, ...change } }),
  ),
  ...[[0, 77, 0], [0, 1, 1], [0, 1], [0, 1, -1], "x", null].map((relation) => ({
    do: "solve",
    puzzle: { ...puzzle, relations: [relation], tables: [[1, 2, 4, 8, 16]] },
  })),
  ...[[1, 2, 4, 8], [1, 2, 4, 8, 32], [1, 2, 4, 8, 0.5], 7].map((table) => ({
    do: "solve",
    puzzle: { ...puzzle, relations: [[0, 1, 0]], tables: [table] },
  })),
  { do: "solve", puzzle, limit: 1e9 },
  ...[{ n: 1e9 }, { family: "toString" }, { level: "toString" }, { seed: "-1" }, { seed: "1".repeat(99) }, { seed: 7 }].map(
    (change) => ({ ...ask, ...change }),
  ),
  ...["", "x".repeat(1 << 20), "{".repeat(60000), "9".repeat(65536), "4:0,0", "4:9,", "3a:0R,", "99:a", null].map((text) => ({
    do: "read",
    text,
  })),
];
told.wrong = [];
for (const request of wrong) told.wrong.push((await backend.ask(request)).error ?? JSON.stringify(request));
told.last = (await backend.ask(ask)).puzzle.line;
backend.cancel();

told.isBroken = await openModule(script, btoa("nothing"), tables, makeWorker);
told.isForbidden = await openModule("throw new Error()", packed, tables, makeWorker);
console.log(JSON.stringify(told));
