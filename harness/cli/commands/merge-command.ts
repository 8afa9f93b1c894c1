import { readBytes } from "../../io/files/disk.ts";
import { readRunResult } from "../../report/read-run-result.ts";
import type { RunResult } from "../../kernel/run-result.ts";
import { mergeResults } from "../../run/result/merge-results.ts";
import { type Command, valueOf } from "../command.ts";
import { gateRun, regressionFailures } from "../reporting/gate-run.ts";
import { finishRun } from "../reporting/finish-run.ts";
import { DEFAULT_REPORT, ReportFile } from "../reporting/report-file.ts";
import { openReportOutputs } from "../reporting/report-outputs.ts";
import { outcomeOf } from "../../run/result/run-outcome.ts";
import { runExit } from "../reporting/run-exit.ts";
import { usageError } from "../usage-error.ts";
import { readMaxBreakUsd, readMaxWarnings } from "./run/run-options.ts";

/** Joins the results of the shards of one run, and reports them as that run. */
export const mergeCommand: Command = async (invocation, streams) => {
  const { positionals } = invocation;
  if (positionals.length === 0) {
    throw usageError("HX504", "name the results of the shards", "forkproof merge shard-1.json shard-2.json");
  }
  const maxWarnings = readMaxWarnings(invocation);
  const shards = positionals.map((file) => ({
    file,
    result: withoutComparison(readRunResult(readBytes(file).toString("utf8"), file)),
  }));
  const merged = mergeResults(shards);
  using report = new ReportFile(valueOf(invocation, "report") ?? DEFAULT_REPORT);
  using outputs = openReportOutputs(invocation);
  const gated = gateRun(
    merged,
    { maxWarnings, maxBreakUsd: readMaxBreakUsd(invocation), baseline: merged.baseline ?? null },
    { interrupted: false },
  );
  // A shard may have failed for a gate of its own.
  const result = merged.outcome === "failed" && gated.result.outcome === "passed" ? merged : gated.result;
  const fault = await finishRun({ ...gated, result }, { report, outputs }, streams);
  if (fault !== null) throw fault;
  return runExit(result);
};

/** What a shard says of its baseline is said once, of all shards. */
function withoutComparison(result: RunResult): RunResult {
  const own = regressionFailures(result.baseline ?? null);
  const failures = (result.failures ?? []).filter((reason) => !own.includes(reason));
  if (own.length === 0 || failures.length > 0) return { ...result, ...(failures.length > 0 && { failures }) };
  const { failures: _own, ...rest } = result;
  return rest.outcome === "failed" ? { ...rest, outcome: outcomeOf(rest.jobs) } : rest;
}
