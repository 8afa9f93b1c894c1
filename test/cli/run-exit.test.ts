import { expect, test } from "vitest";

import { runExit } from "../../harness/cli/reporting/run-exit.ts";
import { gateRun, NO_GATES, type RunGates } from "../../harness/cli/reporting/gate-run.ts";
import type { JobResult, RunResult } from "../../harness/kernel/run-result.ts";
import { passedRun, sampleRun, sessionRun } from "../report/sample-run.ts";

const lenient = { interrupted: false };

function settleOutcome(
  result: RunResult,
  { interrupted, ...gates }: { readonly interrupted: boolean } & Partial<RunGates>,
): RunResult {
  return gateRun(result, { ...NO_GATES, ...gates }, { interrupted }).result;
}

/** A run of jobs that came out as named; a number is the exit code of an error. */
function runOf(outcomes: readonly ("passed" | "failed" | 2 | 3)[]): RunResult {
  const [passed, , errored] = sampleRun.jobs;
  const jobs = outcomes.map((outcome): JobResult => {
    if (typeof outcome === "string") return { ...passed!, outcome: { status: outcome } };
    if (errored?.outcome.status !== "errored") throw new Error("the sample has an errored job");
    return { ...errored, outcome: { status: "errored", error: { ...errored.outcome.error, exit: outcome } } };
  });
  return { ...sampleRun, jobs };
}

test.for([
  [["passed"], "passed", 0],
  [["passed", "failed"], "failed", 1],
  [["passed", 2], "errored", 2],
  [["passed", 3], "errored", 3],
  [["failed", 2], "failed", 1],
  [["failed", 2, 3], "errored", 3],
  [[2, 3], "errored", 3],
] as const)("a run of jobs %j has the outcome %s, and exits %i", ([outcomes, outcome, exit]) => {
  const settled = settleOutcome(runOf(outcomes), lenient);
  expect([settled.outcome, runExit(settled)]).toEqual([outcome, exit]);
});

test.for([["passed"], ["failed"], [2], [3]] as const)("an interrupted run of jobs %j exits 130", (outcomes) => {
  const cut: RunResult = { ...runOf(outcomes), outcome: "interrupted" };
  const settled = settleOutcome(cut, { ...lenient, interrupted: true });
  expect([settled.outcome, runExit(settled)]).toEqual(["interrupted", 130]);
});

test("a run with more warnings than allowed fails, and one with as many as allowed passes", () => {
  expect(settleOutcome(passedRun, { ...lenient, maxWarnings: 0 }).outcome).toBe("failed");
  expect(settleOutcome(passedRun, { ...lenient, maxWarnings: 1 }).outcome).toBe("passed");
  expect(settleOutcome(runOf([2]), { ...lenient, maxWarnings: 0 }).outcome).toBe("failed");
  expect(settleOutcome(runOf([3]), { ...lenient, maxWarnings: 0 }).outcome).toBe("errored");
});

test("a run that bailed has the outcome of its jobs, and one that the user stopped is interrupted", () => {
  const cut: RunResult = { ...sessionRun, outcome: "interrupted" };
  expect(settleOutcome(cut, lenient).outcome).toBe("failed");
  expect(settleOutcome({ ...runOf(["passed", 2]), outcome: "interrupted" }, lenient).outcome).toBe("errored");
  expect(settleOutcome(cut, { ...lenient, interrupted: true }).outcome).toBe("interrupted");
});
