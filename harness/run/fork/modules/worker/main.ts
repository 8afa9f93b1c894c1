import { AsyncLocalStorage } from "node:async_hooks";
import { inheritedStream, openMessagePipe, sendAtOnce } from "../../../../io/workers/message-pipe.ts";
import { WORKER_PIPE } from "../../../../io/workers/worker-pipe.ts";
import { type EgressGuard, guardEgress } from "../../../../mock/serve/egress-guard.ts";
import { describeThrown } from "./describe-thrown.ts";
import type { FromWorker, ToWorker } from "./messages.ts";
import { type ModuleRuns, openRuns } from "./module-runs.ts";
import { activeHandles, captureState, settleProcess, whatChanged } from "./process-state.ts";

/**
 * The process that runs users' modules. It knows which job each piece of their code belongs to, reports what that throws, and says after a job
 * whether the process is as it was before. Whatever becomes of it, the runner sees it from outside.
 */

/** The code that runs was begun by this run of this job. */
type Origin = { readonly secret: string; readonly run: string };

type Job = { readonly secret: string; readonly runs: ModuleRuns; readonly guard: EgressGuard | null };

/** Taken before any code of others could replace them. */
const { setImmediate, setTimeout } = globalThis;
const now = performance.now.bind(performance);
const folder = process.cwd();
const origins = new AsyncLocalStorage<Origin>();
let job: Job | null = null;
/** Time that a job's connections get to close. */
const CLOSE_MS = 250;
const QUICK_TURNS = 50;

await settleProcess();
listenForFaults();
const pipe = openMessagePipe(inheritedStream(WORKER_PIPE), { message: obey, end: leave });
const pristine = captureState();

/** The parsing edge: only our runner writes to this end of the pipe. */
function obey(message: unknown): void {
  // oxlint-disable-next-line typescript/consistent-type-assertions -- see above
  const order = message as ToWorker;
  if (order.kind === "begin") {
    const { secret, staysOnLoopback } = order;
    const send = (told: FromWorker): void => pipe.send(told);
    const runs = openRuns(secret, folder, send, (run, work) => origins.run({ secret, run }, work), handlesClose);
    job = { secret, runs, guard: staysOnLoopback ? guardEgress() : null };
  } else if (job !== null && order.secret === job.secret) {
    if (order.kind === "end") void endJob(job);
    else job.runs.obey(order);
  }
}

/** Waits until what the job opened has closed, or a while at most. Then compares the process with what it was. */
async function endJob({ secret, guard }: Job): Promise<void> {
  const refused = guard?.refused().map(({ where }) => where ?? "") ?? [];
  guard?.[Symbol.dispose]();
  await handlesClose();
  pipe.send({ kind: "ended", secret, refused } satisfies FromWorker);
  job = null;
  // The runner judges what it saw meanwhile.
  await new Promise<void>((resolve) => setImmediate(resolve));
  pipe.send({ kind: "state", secret, changed: whatChanged(pristine) } satisfies FromWorker);
}

/** Waits until requests, timers and connections of the job are gone, or CLOSE_MS. */
async function handlesClose(): Promise<void> {
  const startedMs = now();
  // Connections of a client that has its answer close within a few turns of the event loop.
  for (let turn = 0; activeHandles() !== pristine.handles && now() - startedMs < CLOSE_MS; turn += 1) {
    await new Promise<void>((resolve) => (turn < QUICK_TURNS ? setImmediate(resolve) : setTimeout(resolve, 1)));
  }
}

function listenForFaults(): void {
  const tell = (what: string, thrown: unknown): void => fault(`${what}: ${describeThrown(thrown, folder)}`);
  const called = (): string => describeThrown(new Error("process.exit was called"), folder);
  process.on("uncaughtException", (thrown) => tell("the module threw where nothing catches it", thrown));
  process.on("unhandledRejection", (thrown) => tell("the module left a promise rejected", thrown));
  process.on("exit", (code) => fault(`the module ended its process with exit code ${code}: ${called()}`));
}

/** Written at once: the process may be about to end. */
function fault(text: string): void {
  const origin = origins.getStore() ?? null;
  const secret = job?.secret ?? "";
  const isStray = origin !== null && origin.secret !== secret;
  const run = origin === null || isStray ? null : origin.run;
  sendAtOnce(WORKER_PIPE, { kind: "fault", secret, run, isStray, text } satisfies FromWorker);
}

/** The runner is gone: no process waits for an answer. */
function leave(): void {
  try {
    process.kill(-process.pid, "SIGKILL");
  } finally {
    process.kill(process.pid, "SIGKILL");
  }
}
