import type { Relation } from "../../kernel/breaks/relation.ts";
import type { Certainty, ParentEvidence } from "../../kernel/inspection/inspection.ts";

/** Whom an exchange continues, how, and why that is so. */
export type Descent = {
  readonly parent: string | null;
  readonly relation: Relation;
  /** Null for one that continues no other and whose own content shows it. */
  readonly certainty: Certainty | null;
  readonly because: readonly ParentEvidence[];
  /** Other requests that it may continue. One that stands behind it was sent before it if a clock, or the order of files, is wrong. */
  readonly alternatives: readonly { readonly id: string; readonly isLater: boolean }[];
  /** Id of the request that its conversation begins with. */
  readonly conversation: string;
  readonly isSubagent: boolean;
};

/** How an exchange stands. */
export type ParentRelation = Pick<Descent, "parent" | "relation" | "certainty">;

/** A descent at first sight. */
export type FirstDescent = ParentRelation & {
  /**
   * Whether it repeats its parent's messages to another model or host while the conversation stays where it was: no cache could
   * serve it, and no cache was lost.
   */
  readonly asksAgainElsewhere: boolean;
  readonly isSubagent: boolean;
  /** Its number among the requests, and that of its parent; null for a parent that is not among them. */
  readonly place: number;
  readonly parentPlace: number | null;
};
