// Answers requests with the module: a JSON object a line in, one a line out, with the milliseconds that it took.
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { Engine } from "../../src/fastfuto/drawing/player/engine/engine.js";

const folder = new URL("../../src/fastfuto/drawing/player/engine/", import.meta.url);
const begin = performance.now();
const instance = new WebAssembly.Instance(new WebAssembly.Module(readFileSync(new URL("engine.wasm", folder))));
// Time limits count processor time, so the answers do not depend on other programs.
const clock = () => process.cpuUsage().user / 1000;
const engine = new Engine(instance.exports, JSON.parse(readFileSync(new URL("tables.json", folder))), clock);
const start = performance.now() - begin;
for await (const line of createInterface({ input: process.stdin })) {
  const before = performance.now();
  const answer = engine.ask(JSON.parse(line));
  console.log(JSON.stringify({ ...answer, took: performance.now() - before, start }));
}
