import type { WorkerExit, WorkerProcess } from "../../io/workers/worker-process.ts";
import type { Scenario } from "../../scenario/scenario.ts";
import { erroredJob } from "../job/run-job.ts";
import type { Ledger } from "../live/shared-spending.ts";
import type { JobLane, RanJob } from "./job-lane.ts";
import { type SpareProcess, startJobProgram } from "./spare-process.ts";
import type { FromJobProcess, LedgerAnswer, ToJobProcess } from "./worker/messages.ts";

export type JobProcessMeans = {
  readonly settings: Omit<Extract<ToJobProcess, { kind: "settings" }>, "kind" | "folder">;
  /** The working folder of its jobs; by default that of this process. */
  readonly folder?: string;
  /** Its first process, which has started already. */
  readonly spare?: SpareProcess | null;
  /** Where its live jobs reserve what they may spend. */
  readonly ledger?: Ledger;
  readonly signal: AbortSignal;
  readonly onUnknownModel: (line: string) => void;
  readonly onInternalError: (fault: unknown) => void;
};

/** A job that was sent: the process runs those in their order. */
type SentJob = {
  readonly scenario: Scenario;
  readonly packs: readonly Buffer[];
  readonly ended: PromiseWithResolvers<RanJob>;
};

/** A lane in a process of its own. A job that ends that process has errored; the jobs behind it get another process. */
export function openJobProcess(means: JobProcessMeans): JobLane {
  const { settings, folder = ".", spare = null, ledger, signal, onUnknownModel, onInternalError } = means;
  const sent: SentJob[] = [];
  const ready = Promise.withResolvers<void>();
  let isOver = false;
  let child: WorkerProcess | null = start(spare);

  function start(spare: SpareProcess | null): WorkerProcess {
    const on = { message: hear, exit: leave, fault: () => {} };
    const started = spare?.take(on) ?? startJobProgram(on);
    started.send({ kind: "settings", folder, ...settings } satisfies ToJobProcess);
    return started;
  }

  function send(job: SentJob): void {
    sent.push(job);
    child ??= start(null);
    child.send({ kind: "run", scenario: job.scenario, packs: job.packs } satisfies ToJobProcess);
  }

  function leave(exit: WorkerExit): void {
    ready.resolve();
    child = null;
    const [broken, ...waiting] = sent.splice(0);
    broken?.ended.resolve({ job: brokenJob(broken.scenario, exit), durationMs: 0 });
    if (!isOver && !signal.aborted) waiting.forEach(send);
  }

  /** The parsing edge: the other end of the pipe is our own program. */
  function hear(message: unknown): void {
    // oxlint-disable-next-line typescript/consistent-type-assertions -- see above
    const heard = message as FromJobProcess;
    switch (heard.kind) {
      case "ready":
        return ready.resolve();
      case "unknown model":
        return onUnknownModel(heard.line);
      case "internal error":
        return onInternalError(Object.assign(new Error("in another process"), { stack: heard.stack }));
      case "reserve": {
        const answer = (state: LedgerAnswer): void =>
          child?.send({ kind: "reserved", id: heard.id, state } satisfies ToJobProcess);
        return void ledger?.reserve(heard.usd, heard.maxUsd).then(answer, onInternalError);
      }
      case "settle":
        return ledger?.settle(heard.reservedUsd, heard.costUsd);
      case "done":
        sent.shift()?.ended.resolve(heard);
    }
  }

  return {
    ready: ready.promise,
    run: async (scenario, packs = []) => {
      if (signal.aborted) return null;
      const ended = Promise.withResolvers<RanJob>();
      send({ scenario, packs, ended });
      return unlessAborted(ended.promise, signal);
    },
    [Symbol.dispose]: () => {
      isOver = true;
      child?.kill();
    },
  };
}

/** Null if the run is aborted first. */
async function unlessAborted(ended: Promise<RanJob>, signal: AbortSignal): Promise<RanJob | null> {
  const aborted = Promise.withResolvers<null>();
  const abort = (): void => aborted.resolve(null);
  signal.addEventListener("abort", abort, { once: true });
  try {
    return await Promise.race([ended, aborted.promise]);
  } finally {
    signal.removeEventListener("abort", abort);
  }
}

/** Code under test may end the process that runs it: never in silence. */
function brokenJob(scenario: Scenario, { code, signal }: WorkerExit): RanJob["job"] {
  return erroredJob(scenario, {
    code: "HX415",
    what: `the process that ran this job ended with ${code === null ? `signal ${signal ?? "unknown"}` : `exit code ${code}`}`,
    where: scenario.place,
    fix: "run this job alone with --jobs 1; if its own code ends its parent process, remove that",
    exit: 3,
  });
}
