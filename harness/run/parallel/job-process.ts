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

/** A lane in a process of its own. A job that ends that process has errored; the next job gets another process. */
export function openJobProcess({
  settings,
  folder = ".",
  spare = null,
  ledger,
  signal,
  onUnknownModel,
  onInternalError,
}: JobProcessMeans): JobLane {
  let current: PromiseWithResolvers<RanJob | WorkerExit> | null = null;
  const ready = Promise.withResolvers<void>();
  let child = start(spare);

  function start(spare: SpareProcess | null): WorkerProcess {
    const on = { message: hear, exit: leave, fault: () => {} };
    const started = spare?.take(on) ?? startJobProgram(on);
    started.send({ kind: "settings", folder, ...settings } satisfies ToJobProcess);
    return started;
  }

  function leave(exit: WorkerExit): void {
    ready.resolve();
    current?.resolve(exit);
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
          child.send({ kind: "reserved", id: heard.id, state } satisfies ToJobProcess);
        return void ledger?.reserve(heard.usd, heard.maxUsd).then(answer, onInternalError);
      }
      case "settle":
        return ledger?.settle(heard.reservedUsd, heard.costUsd);
      case "done":
        current?.resolve(heard);
    }
  }

  return {
    ready: ready.promise,
    run: async (scenario, packs = []) => {
      if (signal.aborted) return null;
      current = Promise.withResolvers();
      const aborted = Promise.withResolvers<null>();
      const abort = (): void => aborted.resolve(null);
      signal.addEventListener("abort", abort, { once: true });
      child.send({ kind: "run", scenario, packs } satisfies ToJobProcess);
      const ended = await Promise.race([current.promise, aborted.promise]);
      signal.removeEventListener("abort", abort);
      if (ended === null || "job" in ended) return ended;
      child = start(null);
      return { job: brokenJob(scenario, ended), durationMs: 0 };
    },
    [Symbol.dispose]: () => child.kill(),
  };
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
