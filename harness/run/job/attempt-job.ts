import { takeUncaughtFaults } from "../../io/uncaught-faults.ts";
import { internalError } from "../../kernel/faults/internal-error.ts";
import type { JobResult } from "../../kernel/run-result.ts";
import type { Scenario } from "../../scenario/scenario.ts";
import { erroredJob } from "./run-job.ts";

/**
 * Runs one job to its result. An internal error makes it an errored one, and so does an uncaught error during the job: the
 * results of jobs that do not run at the same time are kept. Null as soon as `signal` is aborted, however long the job would continue.
 */
export async function attemptJob(
  scenario: Scenario,
  run: () => Promise<JobResult>,
  {
    signal,
    onInternalError,
  }: { readonly signal: AbortSignal; readonly onInternalError: ((fault: unknown) => void) | undefined },
): Promise<JobResult | null> {
  const uncaught = Promise.withResolvers<never>();
  running.add(uncaught.reject);
  const taken = takeUncaughtFaults((fault) => running.forEach((end) => end(fault)));
  const aborted = Promise.withResolvers<null>();
  const abort = (): void => aborted.resolve(null);
  signal.addEventListener("abort", abort, { once: true });
  try {
    return signal.aborted ? null : await Promise.race([run(), uncaught.promise, aborted.promise]);
  } catch (fault) {
    onInternalError?.(fault);
    const { what, fix } = internalError(fault, scenario.id);
    return erroredJob(scenario, { code: "HX998", what, where: scenario.place, fix, exit: 3 });
  } finally {
    signal.removeEventListener("abort", abort);
    taken[Symbol.dispose]();
    running.delete(uncaught.reject);
  }
}

/** Ends each job that runs. An uncaught error does not say which job it is of, and a job that broke may never end. */
const running = new Set<(fault: unknown) => void>();
