import type { Finding } from "../kernel/finding.ts";
import type { Relation } from "../kernel/breaks/relation.ts";
import type { Judgement } from "../kernel/judgement.ts";
import type { Layout } from "../kernel/layout.ts";
import type { SentExchange } from "./side-evidence.ts";
import type { RuleText, RequestContext } from "./rule.ts";

/** The detector of a cause that only a sequence of requests can show. One file each, next to the rules on pairs. */
export type SequenceRule = RuleText & {
  readonly example: SequenceExample;
  /** A watcher for one recording. It is shown every request in recorded order and keeps little of each. */
  readonly watch: () => Watcher;
};

/** Called once for each request; answers at the first at which the code can be seen, and not again for the same thing. */
export type Watcher = (step: Step) => SequenceObservation | null;

/** One request of a recording with what is known of it. */
export type Step = {
  readonly id: string;
  readonly sent: SentExchange;
  readonly layout: Layout;
  readonly provider: string | null;
  /** The request that this one continues, and how. */
  readonly parent: string | null;
  readonly relation: Relation;
  /** Its number among the requests, and that of its parent; null for a parent that is not among them. */
  readonly place: number;
  readonly parentPlace: number | null;
  /** Null for a request without a parent. */
  readonly judgement: Omit<Judgement, "breakCost"> | null;
  readonly parentLayout: Layout | null;
};

/** An observation of a watcher. */
export type SequenceObservation = {
  readonly observed: string;
  readonly names?: readonly string[];
  /** JSON pointer in the parent's body. */
  readonly pointer?: string;
  /** The pair's own findings that this code says more exactly: it takes their place, their role and what they lose. */
  readonly instead?: readonly Finding[];
  /** Raw bytes of the parent's blocks that cannot be read, where no finding of the pair says it. */
  readonly lostBytes?: number;
  /** Whether it costs next to nothing here, whatever the rule's weight is. */
  readonly isNote?: boolean;
};

/** Requests in recorded order: the broken list gives exactly this code once, the fixed one never. */
export type SequenceExample = {
  readonly broken: readonly SequenceRequest[];
  readonly fixed: readonly SequenceRequest[];
  /** The provider whose cache rules apply; by default that of the wire format. */
  readonly provider?: string;
};

export type SequenceRequest = { readonly body: string; readonly sent?: RequestContext };

/** What a watcher kept of the request that this one continues the line of. A list by number, since a log has thousands of requests. */
export function lineBefore<Line>(
  lines: readonly Line[],
  step: Pick<Step, "relation" | "parentPlace">,
): Line | undefined {
  return step.parentPlace !== null && continuesSession(step) ? lines[step.parentPlace] : undefined;
}

/** Whether a request continues the line of the previous one: a side query or a summary begins a line of its own. */
export function continuesSession({ relation }: Pick<Step, "relation">): boolean {
  return relation === "turn" || relation === "branch";
}
