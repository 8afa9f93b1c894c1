import type { Finding, FindingRole } from "../kernel/finding.ts";

const RANK: Readonly<Record<FindingRole, number>> = { cause: 0, invalid: 1, masked: 2, note: 3 };

/** The order of findings: current costs, refusals, later costs, notes. */
export function rankOf({ role }: Pick<Finding, "role">): number {
  return RANK[role];
}
