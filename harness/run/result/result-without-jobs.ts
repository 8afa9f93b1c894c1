import { epochMs } from "../../io/clock.ts";
import type { RunResult, RunSelection } from "../../kernel/run-result.ts";
import type { ProviderCache } from "../../providers/provider.ts";
import { firstFault } from "../../kernel/faults/first-fault.ts";
import { HarnessError } from "../../kernel/faults/harness-error.ts";
import { resultDates } from "./result-dates.ts";
import { version } from "../../kernel/version.ts";

/** The result of a run that ended before its first job, because the selected jobs cannot be run. `fault` is null for one that only begins. */
export function resultWithoutJobs(
  selection: RunSelection,
  caches: readonly ProviderCache[],
  fault: unknown,
): RunResult {
  const none = { files: 0, jobs: 0, passed: 0, failed: 0, errored: 0, skipped: 0, warnings: 0, notRun: 0 };
  return {
    schema: "forkproof/run-result@2",
    version,
    outcome: "errored",
    ...(fault !== null && { failures: [reasonOf(fault)] }),
    selection,
    dates: resultDates(caches),
    summary: none,
    jobs: [],
    timing: { startedAt: new Date(epochMs()).toISOString(), durationMs: 0, jobsMs: {} },
  };
}

function reasonOf(fault: unknown): string {
  const first = firstFault(fault);
  if (!(first instanceof HarnessError)) return "forkproof itself failed";
  return `${first.code} ${first.message}${first.where === null ? "" : ` (${first.where})`}`;
}
