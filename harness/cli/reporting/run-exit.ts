import type { RunResult } from "../../kernel/run-result.ts";
import type { ExitCode } from "../command.ts";

/** The exit code of a settled run (harness/CONTRACTS.md#exit-codes): a run that errored met broken infrastructure, or scenarios that cannot be run. */
export function runExit({ outcome, jobs }: RunResult): ExitCode {
  if (outcome === "passed") return 0;
  if (outcome === "failed") return 1;
  if (outcome === "interrupted") return 130;
  return jobs.some((job) => job.outcome.status === "errored" && job.outcome.error.exit === 3) ? 3 : 2;
}
