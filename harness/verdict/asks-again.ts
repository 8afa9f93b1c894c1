import type { Finding } from "../kernel/finding.ts";
import type { Judgement } from "../kernel/judgement.ts";

/**
 * A pair whose child asks the parent's very messages once more, of another model or host (see Lineage): what sets them apart is told
 * as a note, since no cache was lost by it, and what the child read is held against nothing.
 */
export function asksAgain(judgement: Judgement): Judgement {
  const { ratio } = judgement;
  return {
    ...judgement,
    findings: judgement.findings.map(asNote),
    ratio: ratio && { ...ratio, expected: null, efficiency: null, verdict: "unknown" },
    breakCost: null,
  };
}

function asNote(finding: Finding): Finding {
  const { role } = finding;
  return role === "cause" || role === "masked"
    ? { ...finding, role: "note", severity: "none", lostBytes: null }
    : finding;
}
