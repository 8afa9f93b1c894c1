import type { codesLock } from "./codes-lock.ts";
import type { Place } from "./layout.ts";

/** A code of the catalogue. */
export type FindingCode = keyof typeof codesLock;

export type FindingSlug = (typeof codesLock)[FindingCode]["slug"];

/**
 * - `cause` explains a loss
 * - `masked` would break next, once the cause is fixed
 * - `invalid` the provider would refuse the request
 * - `note` worth knowing, costs nothing by itself
 */
export type FindingRole = "cause" | "masked" | "invalid" | "note";

export type Severity = "high" | "medium" | "low" | "none";

/** One rule's report. `observed`, `suspected` and `confirmed` are never mixed. */
export type Finding = {
  readonly code: FindingCode;
  readonly slug: FindingSlug;
  readonly role: FindingRole;
  readonly severity: Severity;
  readonly segment: Place;
  /** JSON pointer in the parent's body, of `invalid` findings in the fork's; null where the finding has no place in a body. */
  readonly pointer: string | null;
  /** Names that the finding is about (tools, parameters, headers), in the parent's order. */
  readonly names: readonly string[];
  /** The exact difference, in words. */
  readonly observed: string;
  /** The code that we believe explains it. */
  readonly suspected: FindingCode;
  /** The provider's own reason, where one came back. */
  readonly confirmed: string | null;
  /** Raw bytes of the parent's blocks that can no longer be read; null if the code alone loses no bytes. */
  readonly lostBytes: number | null;
  readonly fix: string;
};

/** Whether a finding breaks the request: it explains a loss, or the provider would refuse the request. */
export function isBreak({ role }: Pick<Finding, "role">): boolean {
  return role === "cause" || role === "invalid";
}
