import { fineUsdText } from "../../kernel/text/usd-text.ts";
import { figuresOf } from "../../baseline/job-figures.ts";
import type { BaselineComparison } from "../../kernel/baseline-comparison.ts";
import type { RunResult } from "../../kernel/run-result.ts";
import { formatCount, pluralize } from "../../kernel/text/format-count.ts";
import { outcomeOf } from "../../run/result/run-outcome.ts";

/** What the command line holds a run to, besides the expectations of its scenarios. Infinity where an option is absent. */
export type RunGates = {
  readonly maxWarnings: number;
  readonly maxBreakUsd: number;
  readonly baseline: BaselineComparison | null;
};

export const NO_GATES: RunGates = { maxWarnings: Infinity, maxBreakUsd: Infinity, baseline: null };

/**
 * The result with the outcome that the command line decides, and a line for each of its gates that fails. A run that `--bail` cut
 * short came out as its jobs did rather than was interrupted. The report on disk says the same as the exit code.
 */
export function gateRun(
  result: RunResult,
  gates: RunGates,
  { interrupted }: { readonly interrupted: boolean },
): { readonly result: RunResult; readonly failures: readonly string[] } {
  const failures = [
    ...idleFailures(result),
    ...warningFailures(result, gates),
    ...breakFailures(result, gates),
    ...regressionFailures(gates.baseline),
    ...comparisonFailures(result),
  ];
  const isCut = interrupted && result.outcome === "interrupted";
  const reasons = [
    ...(result.failures ?? []),
    ...failures,
    ...(isCut ? [`interrupted: ${pluralize(result.summary.notRun, "job")} did not run`] : []),
  ];
  const compared = {
    ...result,
    ...(gates.baseline && { baseline: gates.baseline }),
    ...(reasons.length > 0 && { failures: reasons }),
  };
  if (isCut) return { result: compared, failures };
  return { result: { ...compared, outcome: outcomeOf(result.jobs, { isRefused: reasons.length > 0 }) }, failures };
}

/** A part of a run whose jobs are all skipped looked at nothing. Other parts may have: `merge` asks again, of all of them. */
export function idleFailures({ jobs, summary }: RunResult): readonly string[] {
  if (summary.notRun > 0 || jobs.length === 0 || jobs.some(({ outcome }) => outcome.status !== "skipped")) return [];
  return [`nothing ran: ${jobs.length === 1 ? "the only job is" : `all ${jobs.length} jobs are`} skipped`];
}

function warningFailures({ summary }: RunResult, { maxWarnings }: RunGates): readonly string[] {
  if (summary.warnings <= maxWarnings) return [];
  return [`${pluralize(summary.warnings, "warning")}, and --max-warnings allows ${maxWarnings}`];
}

/** A break whose cost is not known could cost anything, and a sum of nothing holds no bound. A shard may hold filters alone: `merge` asks again. */
function breakFailures({ jobs, selection }: RunResult, { maxBreakUsd }: RunGates): readonly string[] {
  if (maxBreakUsd === Infinity) return [];
  const ended = jobs.filter(({ outcome }) => outcome.status === "passed" || outcome.status === "failed");
  // A filter sends nothing, and neither does the job that stands for the command of `gate`.
  const costs = ended
    .filter(({ kind, judgements, forks }) => kind !== "filter" && judgements.length + forks.length > 0)
    .map(figuresOf);
  const unknown = costs.filter(({ breakUsd }) => breakUsd === null).map(({ id }) => id);
  const usd = costs.reduce((sum, { breakUsd }) => sum + Math.max(0, breakUsd ?? 0), 0);
  return [
    ...(usd > maxBreakUsd ? [`breaks cost ${fineUsdText(usd)}, and --max-break-usd allows $${maxBreakUsd}`] : []),
    ...(unknown.length > 0
      ? [`--max-break-usd: the cost of breaks is not known for ${formatCount(unknown.length)}: ${shortList(unknown)}`]
      : []),
    ...(costs.length === 0 && ended.length > 0 && selection.shard === null
      ? ["--max-break-usd: no job sent or judged a request, so no cost was looked at"]
      : []),
  ];
}

/** What a comparison with a baseline says against a run. */
export function regressionFailures(baseline: BaselineComparison | null): readonly string[] {
  if (baseline === null) return [];
  const count = baseline.deltas.filter(({ gates }) => gates).length;
  if (count > 0) return [`${pluralize(count, "regression")} against ${baseline.file}`];
  return baseline.compared === 0 ? [`no job was compared with ${baseline.file}`] : [];
}

/** A shard may hold one value alone: its comparison is that of `merge`. */
function comparisonFailures({ comparison, selection }: RunResult): readonly string[] {
  if (comparison === undefined || selection.shard !== null || comparison.p !== null) return [];
  return [`--compare ${comparison.axis}: nothing was compared, since no sample has a partner`];
}

function shortList(ids: readonly string[]): string {
  const shown = ids.slice(0, 3).join(", ");
  return ids.length > 3 ? `${shown} and ${ids.length - 3} more` : shown;
}
