import { expect, test } from "vitest";

import { runExit } from "../../harness/cli/commands/run-exit.ts";
import { settleOutcome } from "../../harness/cli/commands/settle-outcome.ts";
import type { JobResult, RunResult } from "../../harness/kernel/run-result.ts";
import { passedRun, sampleRun, sessionRun } from "../report/sample-run.ts";

const lenient = { interrupted: false, maxWarnings: Infinity };

test("exits as the run came out", () => {
  expect([passedRun, sessionRun, sampleRun].map((run) => runExit(run))).toEqual([0, 1, 2]);
  expect(runExit({ ...passedRun, outcome: "interrupted" })).toBe(130);
});

test("exits 3 where any job met broken infrastructure", () => {
  const jobs = sampleRun.jobs.map((job): JobResult => {
    if (job.outcome.status !== "errored") return job;
    return { ...job, outcome: { status: "errored", error: { ...job.outcome.error, exit: 3 } } };
  });
  expect(runExit({ ...sampleRun, jobs })).toBe(3);
});

test("fails a passed run on more warnings than allowed, and only on more", () => {
  expect(settleOutcome(passedRun, { ...lenient, maxWarnings: 0 }).outcome).toBe("failed");
  expect(settleOutcome(passedRun, { ...lenient, maxWarnings: 1 }).outcome).toBe("passed");
  expect(settleOutcome(sampleRun, { ...lenient, maxWarnings: 0 }).outcome).toBe("errored");
});

test("calls a run that bailed failed, and one that the user stopped interrupted", () => {
  const cut: RunResult = { ...sessionRun, outcome: "interrupted" };
  expect(settleOutcome(cut, lenient).outcome).toBe("failed");
  expect(settleOutcome({ ...sampleRun, outcome: "interrupted" }, lenient).outcome).toBe("errored");
  expect(settleOutcome(cut, { ...lenient, interrupted: true }).outcome).toBe("interrupted");
});
