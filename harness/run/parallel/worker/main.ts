import { overrideRules } from "../../../cache-model/rules/override-rules.ts";
import { monotonicMs } from "../../../io/clock.ts";
import { decompress } from "../../../io/packed/compress.ts";
import { holdInMemory } from "../../../io/packed/memory-files.ts";
import { unpackEntries } from "../../../io/packed/pack-entries.ts";
import { keepHeapLean } from "../../../io/lean-heap.ts";
import { endProcess, enterFolder } from "../../../io/process.ts";
import { inheritedStream, openMessagePipe } from "../../../io/workers/message-pipe.ts";
import { WORKER_PIPE } from "../../../io/workers/worker-pipe.ts";
import { SubjectWorkers } from "../../fork/modules/subject-workers.ts";
import { attemptJob } from "../../job/attempt-job.ts";
import { type JobMeans, runJob } from "../../job/run-job.ts";
import { ModelWatch } from "../../model-watch.ts";
import { makeSourceOpener } from "../../source-opener.ts";
import { loadForks } from "./load-forks.ts";
import type { FromJobProcess, ToJobProcess } from "./messages.ts";
import { RunnerLedger } from "./runner-ledger.ts";

/** The process that runs jobs for a runner, one after the other, as the runner itself does. It ends with the runner. */

const workers = new SubjectWorkers();
const ledger = new RunnerLedger(tell);
let means: Promise<JobMeans> | null = null;
/** Resolves when all jobs so far have ended. */
let ended: Promise<void> = Promise.resolve();
const limitHeap = keepHeapLean();
const pipe = openMessagePipe(inheritedStream(WORKER_PIPE), { message: obey, end: leave });
tell({ kind: "ready" });

function tell(message: FromJobProcess): void {
  pipe.send(message);
}

/** The parsing edge: only our runner writes to this end of the pipe. */
function obey(message: unknown): void {
  // oxlint-disable-next-line typescript/consistent-type-assertions -- see above
  const order = message as ToJobProcess;
  if (order.kind === "settings") {
    enterFolder(order.folder);
    if (order.runsModules) workers.warm();
    means = makeMeans(order);
  } else if (order.kind === "load") void loadForks();
  else if (order.kind === "reserved") ledger.answer(order.id, order.state);
  else if (means !== null) {
    const ready = means;
    ended = ended.then(async () => run(order, await ready));
  }
}

type Settings = Extract<ToJobProcess, { kind: "settings" }>;

async function makeMeans({ rules, strict, keepFailed, blocks, live: asked }: Settings): Promise<JobMeans> {
  const caches = rules === null ? undefined : overrideRules(rules.text, rules.file, rules.nowMs);
  const models = new ModelWatch({ strict, caches, tell: (line) => tell({ kind: "unknown model", line }) });
  const live = asked && (await import("../../live/job-live-options.ts")).jobLiveOptions(asked, ledger);
  return { openSource: makeSourceOpener(), keepFailed, blocks, live, caches, models, workers };
}

async function run({ scenario, packs }: Extract<ToJobProcess, { kind: "run" }>, means: JobMeans): Promise<void> {
  const startMs = monotonicMs();
  using _files = holdInMemory(packs.flatMap((pack) => unpackEntries(decompress(pack))));
  const job = await attemptJob(scenario, () => runJob(scenario, means), {
    signal: new AbortController().signal,
    onInternalError: (fault) =>
      tell({ kind: "internal error", stack: fault instanceof Error ? (fault.stack ?? "") : String(fault) }),
  });
  limitHeap();
  if (job !== null) tell({ kind: "done", job, durationMs: monotonicMs() - startMs });
}

function leave(): void {
  workers[Symbol.dispose]();
  endProcess();
}
