import { type Finding, isBreak } from "../../kernel/finding.ts";
import type { Judgement } from "../../kernel/judgement.ts";
import { ratioVerdict } from "../ratio/ratio-verdict.ts";

/**
 * The verdict on a pair, given what the recording around it shows. A cause that only a sequence of requests shows loses a part of the prefix
 * too, whatever the pair alone can reuse.
 */
export function withSequence(judgement: Judgement, findings: readonly Finding[]): Judgement {
  const { reusable, ratio, verdict } = judgement;
  const causes = findings.filter(isBreak);
  if (reusable === "no" || causes.length === 0 || verdict === "not-comparable") return judgement;
  const reusableBecause = causes.map(({ code, observed }) => `${code}: ${observed}`);
  const whole = { ...judgement, findings, reusable: "no", reusableBecause } as const;
  return { ...whole, ratio: ratio && { ...ratio, verdict: ratioVerdict(ratio, whole) } };
}
