import { expect, test } from "vitest";
import { ratioVerdict } from "../../harness/verdict/ratio-verdict.ts";
import type { Finding } from "../../harness/kernel/finding.ts";
import { divergedJudgement, identicalJudgement } from "../report/sample-judgement.ts";

const unmarked = "nothing was lost, since the parent marks no breakpoint";
const cold = { ...identicalJudgement, reusable: "unknown", reusableBecause: [unmarked] } as const;
const unbroken = { ...identicalJudgement, findings: [] };
const free = { ...divergedJudgement, breakCost: { lostTokens: 0 } } as unknown as typeof divergedJudgement;
const [cause] = divergedJudgement.findings;
const expired = { ...cause, code: "CB701" } as Finding;

test.each([
  ["unknown", null, 0.9, identicalJudgement],
  ["ok", 0.5, 0.9, unbroken],
  ["low", 0.5, 0.9, divergedJudgement],
  ["unknown", 0.5, 0.9, free],
  ["below-minimum", 0, 0, cold],
  ["low", 0.49, 0.9, identicalJudgement],
  ["low", 0, 0.9, divergedJudgement],
  ["low", 0, 0.9, { ...divergedJudgement, verdict: "byte-identical" }],
  ["unknown", 0, null, null],
  ["ok", 0.5, null, null],
  ["cold-parent", 0, null, cold],
  ["cold-parent", 0, 0.9, { ...identicalJudgement, findings: [expired] }],
  ["cold-parent", 0, 0.9, cold],
] as const)("%s: read %j of what could be %j", (verdict, firstTurnRatio, expectedRatio, judgement) => {
  expect(ratioVerdict({ firstTurnRatio, expectedRatio }, judgement)).toBe(verdict);
});
