import type { Finding, FindingRole } from "../kernel/finding.ts";

const RANK: Readonly<Record<FindingRole, number>> = { cause: 0, invalid: 1, masked: 2, note: 3 };

/** Findings are told in this order: what costs now, what is refused, what would cost next, what is worth knowing. */
export function rankOf({ role }: Pick<Finding, "role">): number {
  return RANK[role];
}
