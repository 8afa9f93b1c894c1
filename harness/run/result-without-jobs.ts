import { epochMs } from "../io/clock.ts";
import type { RunResult } from "../kernel/run-result.ts";
import { version } from "../kernel/version.ts";

/** The result of a run that ended before its first job, because the selected jobs cannot be run. */
export function resultWithoutJobs(): RunResult {
  const none = { files: 0, jobs: 0, passed: 0, failed: 0, errored: 0, skipped: 0, warnings: 0, notRun: 0 };
  return {
    schema: "forkproof/run-result@2",
    version,
    outcome: "errored",
    summary: none,
    jobs: [],
    timing: { startedAt: new Date(epochMs()).toISOString(), durationMs: 0, jobsMs: {} },
  };
}
