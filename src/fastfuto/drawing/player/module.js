// The engines of the page: a WebAssembly module in a worker, which needs neither a server nor a network.

const STOPPED = { error: "Stopped." };
const BROKEN = { error: "The engines of this page have stopped. Reload the page." };

// The engines, or null where the browser has no WebAssembly or does not allow it. `script` is the text of the worker,
// `packed` the module as base64 of its deflated bytes, and `tables` what it is told of rules and levels.
export async function openModule(script, packed, tables, makeWorker = workerOf) {
  try {
    const bytes = await unpack(packed);
    if (!WebAssembly.validate(bytes)) return null;
    const module = new Module(() => makeWorker(script), bytes, tables);
    return (await module.start()) ? module : null;
  } catch {
    return null;
  }
}

class Module {
  constructor(makeWorker, bytes, tables) {
    this.makeWorker = makeWorker;
    this.bytes = bytes;
    this.tables = tables;
    this.waiting = new Map();
    this.asked = 0;
  }

  // Whether the worker has come to life.
  start() {
    this.worker = this.makeWorker();
    const begun = new Promise((resolve) => {
      this.worker.onmessage = ({ data }) => (data.isReady ? resolve(true) : this.settle(data.number, data.answer));
      this.worker.onerror = () => {
        this.end(BROKEN);
        resolve(false);
      };
    });
    this.worker.postMessage({ bytes: this.bytes, tables: this.tables });
    return begun;
  }

  settle(number, answer) {
    this.waiting.get(number)?.(answer);
    this.waiting.delete(number);
  }

  // Requests are worked on one after the other.
  async ask(request) {
    if (!this.worker) this.start();
    const number = ++this.asked;
    return new Promise((resolve) => {
      this.waiting.set(number, resolve);
      this.worker.postMessage({ number, request });
    });
  }

  // Leave off whatever is being worked on. The next request begins anew.
  cancel() {
    this.end(STOPPED);
  }

  end(answer) {
    this.worker?.terminate();
    this.worker = null;
    for (const number of [...this.waiting.keys()]) this.settle(number, answer);
  }
}

function workerOf(script) {
  return new Worker(URL.createObjectURL(new Blob([script], { type: "text/javascript" })));
}

async function unpack(packed) {
  const deflated = Uint8Array.from(atob(packed), (character) => character.charCodeAt(0));
  const stream = new Blob([deflated]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
