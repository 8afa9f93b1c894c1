import { MessageChannel, type MessagePort, Worker } from "node:worker_threads";

/** What came of a regular expression within its time. */
export type PatternResult = "matches" | "differs" | "too slow";

/** No sound expression takes so long for the last text of a model; a catastrophic one takes years. */
const DEADLINE_MS = 1_000;

/** A thread of a busy machine may start late; the deadline counts from when it has begun. */
const START_MS = 60_000;

/** Written by the thread into shared memory: a search cannot be interrupted, so it cannot be awaited in the same thread either. */
const [WAITING, BEGUN, MATCHES] = [0, 1, 2];

/** The thread's program. It stands here as text so that a built package needs no further file. */
const PROGRAM = `
const { workerData: { port, state } } = require("node:worker_threads");
const tell = (value) => { Atomics.store(state, 0, value); Atomics.notify(state, 0); };
port.on("message", ({ pattern, text }) => {
  tell(1);
  tell(new RegExp(pattern, "u").test(text) ? 2 : 3);
});
`;

type Thread = { readonly worker: Worker; readonly port: MessagePort; readonly state: Int32Array };

let thread: Thread | null = null;

/** Searches `text` with a valid regular expression (flag `u`) in a thread of its own, which ends if it takes too long. */
export function testPattern(pattern: string, text: string): PatternResult {
  thread ??= start();
  const { port, state, worker } = thread;
  Atomics.store(state, 0, WAITING);
  port.postMessage({ pattern, text });
  Atomics.wait(state, 0, WAITING, START_MS);
  if (Atomics.wait(state, 0, BEGUN, DEADLINE_MS) === "timed-out" || Atomics.load(state, 0) === WAITING) {
    thread = null;
    void worker.terminate();
    return "too slow";
  }
  return Atomics.load(state, 0) === MATCHES ? "matches" : "differs";
}

function start(): Thread {
  const { port1: port, port2 } = new MessageChannel();
  const state = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(PROGRAM, { eval: true, workerData: { port: port2, state }, transferList: [port2] });
  worker.unref();
  port.unref();
  return { worker, port, state };
}
