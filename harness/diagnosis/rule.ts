import type { FindingCode, Severity } from "../kernel/finding.ts";
import type { Place } from "../kernel/layout.ts";
import type { Evidence } from "./evidence.ts";

/** The detector of one cause of a break. Plain data and one pure function; one file each. */
export type Rule = {
  readonly code: FindingCode;
  /** Alias on the command line and in scenarios; permanent, like the code. */
  readonly slug: string;
  readonly segment: Place;
  readonly severity: Severity;
  /**
   * - `cause` explains the divergence of its segment; the first rule of the segment that matches wins
   * - `beside` is a cause whatever the verdict is (parameters, breakpoints, routing, time)
   * - `invalid` and `note` are reported whenever they match
   */
  readonly weight: "cause" | "beside" | "invalid" | "note";
  /** The word the provider itself uses for this, where it has one. */
  readonly providerReason: string | null;
  readonly title: string;
  readonly why: string;
  /** What to do, starting with a verb. */
  readonly mend: string;
  /** Raw request bodies: parent to broken gives exactly this code, parent to mended gives none. */
  readonly example: { readonly parent: string; readonly broken: string; readonly mended: string };
  readonly detect: (evidence: Evidence) => Observation | null;
};

/** What a rule saw. */
export type Observation = {
  /** The exact difference, in words. */
  readonly observed: string;
  readonly names?: readonly string[];
  /** JSON pointer in the parent's body; by default the place where the segment diverges. */
  readonly pointer?: string;
};
