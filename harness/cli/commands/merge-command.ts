import { readBytes } from "../../io/files/disk.ts";
import { readRunResult } from "../../report/read-run-result.ts";
import type { RunResult } from "../../kernel/run-result.ts";
import { mergeResults } from "../../run/result/merge-results.ts";
import type { Console } from "../../io/console.ts";
import { readInspection } from "../../report/read-inspection.ts";
import { type ChildExitCode, type Command, type ExitCode, type Invocation, valueOf } from "../command.ts";
import { inspectedPaths, type WrittenInspection } from "../inspecting/merge-inspections.ts";
import { gateRun, idleFailures, regressionFailures } from "../reporting/gate-run.ts";
import { finishRun } from "../reporting/finish-run.ts";
import { DEFAULT_REPORT, ReportFile } from "../reporting/report-file.ts";
import { openReportOutputs } from "../reporting/report-outputs.ts";
import { outcomeOf } from "../../run/result/run-outcome.ts";
import { runExit } from "../reporting/run-exit.ts";
import { usageError } from "../usage-error.ts";
import { readMaxBreakUsd, readMaxWarnings } from "./run/run-options.ts";

/** Joins the results of the shards of one run, and reports them as that run; or inspections, to that of all their recordings. */
export const mergeCommand: Command = async (invocation, streams) => {
  const { positionals } = invocation;
  if (positionals.length === 0) {
    throw usageError("HX504", "name the results of the shards", "forkproof merge shard-1.json shard-2.json");
  }
  const maxWarnings = readMaxWarnings(invocation);
  const texts = positionals.map((file) => ({ file, text: readBytes(file).toString("utf8") }));
  const inspections = texts.flatMap(({ file, text }) => {
    const inspection = readInspection(text, file);
    return inspection === null ? [] : [{ file, inspection }];
  });
  if (inspections.length > 0) return mergeInspections(inspections, invocation, streams);
  const shards = texts.map(({ file, text }) => ({ file, result: withoutOwnGates(readRunResult(text, file)) }));
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
  const fault = await finishRun({ result, failures: result.failures ?? [] }, { report, outputs }, streams);
  if (fault !== null) throw fault;
  return runExit(result);
};

async function mergeInspections(
  written: readonly WrittenInspection[],
  { positionals, options, deprecations }: Invocation,
  streams: Console,
): Promise<ExitCode | ChildExitCode> {
  if (written.length < positionals.length)
    throw usageError(
      "HX505",
      "inspections and results of runs cannot be merged together",
      "merge those of one kind at a time",
    );
  const other = [...options.keys()].find((name) => name !== "json");
  if (other !== undefined)
    throw usageError("HX505", `--${other} is for results of runs, and these are inspections`, `leave --${other} out`);
  const { inspectCommand } = await import("./inspect-command.ts");
  return inspectCommand({ positionals: inspectedPaths(written), options, deprecations }, streams);
}

/** What a shard says of its baseline, or of having run nothing, is said once, of all shards. */
function withoutOwnGates(result: RunResult): RunResult {
  const own = [...idleFailures(result), ...regressionFailures(result.baseline ?? null)];
  const failures = (result.failures ?? []).filter((reason) => !own.includes(reason));
  if (own.length === 0 || failures.length > 0) return { ...result, ...(failures.length > 0 && { failures }) };
  const { failures: _own, ...rest } = result;
  return rest.outcome === "failed" ? { ...rest, outcome: outcomeOf(rest.jobs) } : rest;
}
