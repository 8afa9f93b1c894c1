import { environment } from "../../io/process.ts";
import { markEnvironment } from "../../io/workers/run-mark.ts";
import { startWorkerProcess, type WorkerListeners, type WorkerProcess } from "../../io/workers/worker-process.ts";
import { workerEntry } from "../worker-entry.ts";
import type { ToJobProcess } from "./worker/messages.ts";

/** A process that loads the code of jobs, which takes most of a second, and waits for the settings of a run. */
export type SpareProcess = Disposable & {
  /** The process, which is the caller's from now on; null if it has ended. */
  readonly take: (on: WorkerListeners) => WorkerProcess | null;
};

export function startSpareProcess(): SpareProcess {
  const earlier: unknown[] = [];
  let taken: WorkerListeners | null = null;
  let isOver = false;
  const child = startJobProgram({
    message: (message) => (taken === null ? void earlier.push(message) : taken.message(message)),
    exit: (exit) => {
      isOver = true;
      taken?.exit(exit);
    },
    fault: (fault) => taken?.fault(fault),
  });
  child.send({ kind: "load" } satisfies ToJobProcess);
  return {
    take: (on) => {
      if (isOver) return null;
      taken = on;
      for (const message of earlier) on.message(message);
      return child;
    },
    [Symbol.dispose]: () => child.kill(),
  };
}

/** The program that runs jobs, one after the other. */
export function startJobProgram(on: WorkerListeners): WorkerProcess {
  return startWorkerProcess(workerEntry("job-worker"), markEnvironment(environment()), on);
}
