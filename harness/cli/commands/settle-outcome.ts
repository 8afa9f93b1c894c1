import type { RunResult } from "../../kernel/run-result.ts";

/**
 * The outcome that the command line decides: more warnings than allowed fail a run, and a run that `--bail` cut short
 * failed rather than was interrupted. The report on disk says the same as the exit code.
 */
export function settleOutcome(
  result: RunResult,
  { interrupted, maxWarnings }: { readonly interrupted: boolean; readonly maxWarnings: number },
): RunResult {
  if (result.outcome === "interrupted" && !interrupted) {
    return { ...result, outcome: result.summary.errored > 0 ? "errored" : "failed" };
  }
  if (result.outcome === "passed" && result.summary.warnings > maxWarnings) return { ...result, outcome: "failed" };
  return result;
}
