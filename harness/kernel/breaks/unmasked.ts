import type { Finding, FindingCode } from "../finding.ts";

/**
 * The findings of a request of which some causes are accepted. To accept a cause is not to accept what it masks: that would break the
 * request by itself, so it counts as a cause then.
 */
export function unmasked(findings: readonly Finding[], isAccepted: (code: FindingCode) => boolean): readonly Finding[] {
  if (!findings.some(({ code, role }) => role === "cause" && isAccepted(code))) return findings;
  return findings.map((each) => (each.role === "masked" ? { ...each, role: "cause" } : each));
}
