import type { Exchange } from "../kernel/exchange.ts";
import type { FindingCode, FindingSlug, Severity } from "../kernel/finding.ts";
import type { Place, Segment } from "../kernel/layout.ts";
import type { Change } from "./changes/change.ts";
import type { Evidence } from "./evidence.ts";

/** The text of a code, whatever it is found on: everything on its page except the example. */
export type RuleText = {
  readonly code: FindingCode;
  /** Alias on the command line and in scenarios; permanent, like the code. */
  readonly slug: FindingSlug;
  readonly segment: Place;
  readonly severity: Severity;
  /**
   * - `cause` explains changes of the prefix; each change goes to the first rule that explains it
   * - `beside` is a cause whatever the verdict is (parameters, breakpoints, routing)
   * - `invalid` and `note` are reported whenever they match
   */
  readonly weight: "cause" | "beside" | "invalid" | "note";
  /** The words that providers themselves use for this, divided by ` / `; null where no provider has one. */
  readonly providerReason: string | null;
  readonly title: string;
  /** The conditions under which the code is reported. */
  readonly when: string;
  readonly why: string;
  /** The fix, starting with a verb. */
  readonly fix: string;
};

/** The detector of one cause of a break that two requests can show. Plain data and one pure function; one file each. */
export type Rule = RuleText & {
  readonly example: RuleExample;
  /** For a rule of weight `cause`: less specific codes, which see only the changes that this rule leaves. */
  readonly before?: readonly FindingCode[];
  readonly detect: (evidence: Evidence) => Observation | null;
  /** For a rule of weight `cause`: its other form, which lies outside the prefix or costs nothing. */
  readonly beside?: (evidence: Evidence) => Observation | null;
};

/** Raw request bodies: parent to broken gives exactly this code, parent to fixed gives no code. */
export type RuleExample = {
  readonly parent: string;
  readonly broken: string;
  readonly fixed: string;
  /** The facts about a request that matter in addition to its body; by default unknown. */
  readonly sent?: Partial<Readonly<Record<"parent" | "broken" | "fixed", RequestContext>>>;
  /** The provider whose cache rules apply; by default that of the wire format. */
  readonly provider?: string;
};

export type RequestContext = Partial<
  Pick<Exchange, "host" | "headers" | "forkOf" | "startedAtMs" | "firstByteMs" | "response">
>;

/** An observation of a rule. */
export type Observation = {
  /** The exact difference, in words. */
  readonly observed: string;
  readonly names?: readonly string[];
  /** The changes that the code explains; of a rule of weight `cause` always given. */
  readonly explains?: readonly Change[];
  /**
   * Where no change says it: JSON pointer in the parent's body; in the fork's for what the provider refuses, since such a
   * place need not stand in the parent's.
   */
  readonly pointer?: string;
  /** A cause outside the prefix uncaches this segment and all later ones. */
  readonly loses?: Segment;
  /** The same where it uncaches less than a segment: raw bytes of the parent's blocks. */
  readonly lostBytes?: number;
  /** The code holds, and costs nothing here. */
  readonly harmless?: true;
  /** The code would break the pair next, once the cause is fixed. */
  readonly masked?: true;
  /** Where another fix than the rule's helps. */
  readonly fix?: string;
  /** Where this form of the code costs more or less than the others; by default the rule's at the provider, and `none` for a note. */
  readonly severity?: Severity;
};
