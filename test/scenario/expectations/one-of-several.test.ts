import { expect, test } from "vitest";
import { checkDivergence } from "../../../harness/scenario/expectations/divergence.ts";
import { outputChecks } from "../../support/output-checks.ts";
import { checkStop } from "../../../harness/scenario/expectations/stop.ts";
import { checkSubject } from "../../../harness/checks/check-subject.ts";
import { checkUsage } from "../../../harness/scenario/expectations/usage.ts";
import type { ForkRun } from "../../../harness/kernel/run-result.ts";
import { parseNumberBound } from "../../../harness/scenario/decode/number-bound.ts";
import { divergedJudgement, identicalJudgement } from "../../report/sample-judgement.ts";

const good: ForkRun = {
  lane: "fork",
  stop: "completed",
  output: "found 3",
  turns: [{ read: 900, write: 50, fresh: 50, output: 7, grade: "estimate" }],
  firstTurnRatio: 0.9,
  expectedRatio: 0.9,
  efficiency: 1,
  decisions: [],
  error: null,
};
const bad: ForkRun = {
  ...good,
  lane: "fork[2]",
  stop: "aborted",
  output: "found nothing",
  turns: [{ read: 0, write: 950, fresh: 50, output: 7, grade: "estimate" }],
  error: "it threw",
};

test.for([
  ["output", (forks: readonly ForkRun[]) => outputChecks(forks, [{ kind: "contains", text: "3" }])[0]],
  ["stop", (forks: readonly ForkRun[]) => checkStop(forks, "completed")],
  ["subject", (forks: readonly ForkRun[]) => checkSubject(forks)],
  [
    "usage",
    (forks: readonly ForkRun[]) =>
      checkUsage(forks, { read: parseNumberBound(">= 900"), write: null, fresh: null, output: null })[0],
  ],
] as const)("a bad fork among good ones fails the check of %s, in whatever place it comes", ([, check]) => {
  expect(
    [
      [good, good],
      [good, bad],
      [bad, good],
    ].map((forks) => check(forks)?.status),
  ).toEqual(["passed", "failed", "failed"]);
});

test("the divergence check passes only if segment, pointer and names all match", () => {
  const said = { segment: "tools", pointer: "/tools/1", names: ["write_file"] } as const;
  const statusOf = (change: object, judgement = divergedJudgement): string =>
    checkDivergence(judgement, { ...said, ...change }).status;
  expect([
    statusOf({}),
    statusOf({ segment: "system" }),
    statusOf({ pointer: "/tools/2" }),
    statusOf({ names: ["read_file"] }),
    statusOf({ segment: null, pointer: null, names: null }),
    statusOf({}, identicalJudgement),
  ]).toEqual(["passed", "failed", "failed", "failed", "failed", "failed"]);
});

test("the names of a divergence come from the cause in the same segment, not from a note before it", () => {
  const [cause] = divergedJudgement.findings;
  if (cause === undefined) throw new Error("the sample has a cause");
  const note = { ...cause, role: "note" as const, names: ["another"] };
  const elsewhere = { ...cause, segment: "messages" as const, names: ["other"] };
  const judgement = { ...divergedJudgement, findings: [note, elsewhere, cause] };
  const expected = { segment: null, pointer: null, names: ["write_file"] };
  expect(checkDivergence(judgement, expected).status).toBe("passed");
});
