import type { Finding } from "../kernel/finding.ts";
import type { Relation } from "../kernel/inspection.ts";

/**
 * Whether a request whose tools and system prompt both differ is still of its parent's agent: a clock in the one and a counter in the
 * other make no other agent. Another agent has another system prompt, or tools of its own instead of its parent's.
 */
export function isDriftedAgent(relation: Relation, findings: readonly Finding[]): boolean {
  if (relation !== "fresh") return false;
  const codes = new Set(findings.map(({ code }) => code));
  return codes.size > 0 && !codes.has("CB309") && !(codes.has("CB201") && codes.has("CB202"));
}
