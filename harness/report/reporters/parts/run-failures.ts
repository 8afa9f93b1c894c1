import type { RunResult } from "../../../kernel/run-result.ts";

/** Why a run did not pass besides its jobs. Never empty if it did not pass and no job says why. */
export function runFailures({ outcome, failures = [], jobs }: RunResult): readonly string[] {
  if (failures.length > 0 || outcome === "passed") return failures;
  const isSaid = jobs.some((job) => job.outcome.status === "failed" || job.outcome.status === "errored");
  // The jobs of an interrupted run do not say that others are missing.
  return isSaid && outcome !== "interrupted"
    ? []
    : [`the run ${outcome === "interrupted" ? "was interrupted" : outcome}`];
}
