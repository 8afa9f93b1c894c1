import type { Finding } from "../../kernel/finding.ts";
import type { UnpricedJudgement } from "../with-cost.ts";

/**
 * A pair whose child repeats the parent's messages to another model or host (see Lineage). The difference becomes a note, since
 * no cache was lost by it, and the child's read is compared with nothing.
 */
export function judgedAsRetry(judgement: UnpricedJudgement): UnpricedJudgement {
  const { ratio, reusable } = judgement;
  return {
    ...judgement,
    ...(reusable === "no" && { reusable: "unknown", reusableBecause: [ELSEWHERE] }),
    findings: judgement.findings.map(asNote),
    ratio: ratio && { ...ratio, expected: null, efficiency: null, verdict: "unknown" },
  };
}

const ELSEWHERE = "nothing was lost, since the same is asked of another model or host, which has a cache of its own";

function asNote(finding: Finding): Finding {
  const { role } = finding;
  return role === "cause" || role === "masked"
    ? { ...finding, role: "note", severity: "none", lostBytes: null }
    : finding;
}
