import type { RunResult } from "../../../kernel/run-result.ts";
import { outcomeOf } from "../../../run/run-outcome.ts";

/**
 * The outcome that the command line decides: more warnings than allowed fail a run, and a run that `--bail` cut short came out as
 * its jobs did rather than was interrupted. The report on disk says the same as the exit code.
 */
export function settleOutcome(
  result: RunResult,
  { interrupted, maxWarnings }: { readonly interrupted: boolean; readonly maxWarnings: number },
): RunResult {
  const { jobs, summary } = result;
  if (interrupted && result.outcome === "interrupted") return result;
  return { ...result, outcome: outcomeOf(jobs, { tooManyWarnings: summary.warnings > maxWarnings }) };
}
