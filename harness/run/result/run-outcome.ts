import type { JobResult, RunResult } from "../../kernel/run-result.ts";

/**
 * The outcome of a run's jobs: broken infrastructure outranks a failed gate, and a failed gate outranks a job whose scenario
 * cannot be run (harness/CONTRACTS.md#exit-codes).
 */
export function outcomeOf(
  jobs: readonly JobResult[],
  { isRefused = false }: { readonly isRefused?: boolean } = {},
): Exclude<RunResult["outcome"], "interrupted"> {
  if (jobs.some(({ outcome }) => outcome.status === "errored" && outcome.error.exit === 3)) return "errored";
  if (isRefused || jobs.some(({ outcome }) => outcome.status === "failed")) return "failed";
  return jobs.some(({ outcome }) => outcome.status === "errored") ? "errored" : "passed";
}
