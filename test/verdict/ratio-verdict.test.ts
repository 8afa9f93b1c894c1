import { expect, test } from "vitest";
import { ratioVerdict } from "../../harness/verdict/ratio/ratio-verdict.ts";
import type { Finding } from "../../harness/kernel/finding.ts";
import { divergedJudgement, identicalJudgement } from "../report/sample-judgement.ts";

const because = "nothing was lost, since the parent marks no breakpoint";
const cold = { ...identicalJudgement, reusable: "unknown", reusableBecause: [because] } as const;
const unbroken = { ...identicalJudgement, findings: [] };
const free = { ...divergedJudgement, breakCost: { lostTokens: 0 } } as unknown as typeof divergedJudgement;
const [cause] = divergedJudgement.findings as [Finding];
const expired = { ...cause, code: "CB701" } as Finding;
const unmarked = { ...cause, code: "CB501" } as Finding;

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
  ["low", 0, 0.9, { ...divergedJudgement, findings: [cause, expired] }],
  ["low", 0, 0.9, { ...cold, findings: [cause] }],
  ["low", 0.9, 0.95, { ...free, findings: [unmarked] }],
] as const)("the ratio verdict is %s for %j read of an expected %j", (verdict, observed, expected, judgement) => {
  expect(ratioVerdict({ observed, expected }, judgement)).toBe(verdict);
});
