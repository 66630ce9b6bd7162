// What runs in the worker: first come the module and its tables, and then requests with their numbers.
import { Engine } from "./engine.js";

let engine = null;

self.onmessage = ({ data: { bytes, tables, number, request } }) => {
  if (bytes) {
    const { exports } = new WebAssembly.Instance(new WebAssembly.Module(bytes));
    engine = new Engine(exports, tables);
    self.postMessage({ isReady: true });
  } else {
    self.postMessage({ number, answer: engine.ask(request) });
  }
};
