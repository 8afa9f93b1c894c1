import type { Exchange, Recording } from "../../../harness/kernel/exchange.ts";
import type { Relation } from "../../../harness/kernel/breaks/relation.ts";

/** What is known of a request, since the generator made it. */
export type Truth = {
  /** The parent. More than one where the recording shows the same for each; the first is the one that the generator meant. */
  readonly parents: readonly (string | null)[];
  /** How it continues its parent. More than one if nothing in the recording distinguishes them. */
  readonly relations: readonly Relation[];
  readonly shape: string;
  readonly bug: string | null;
  /** Head of a fork, what follows one, a retry and what follows it: where the choice of a parent can go wrong. */
  readonly isDeciding: boolean;
  /** Why the recording does not show the parent; null where the recording shows it. */
  readonly undecidable: string | null;
};

export type Sent = { readonly exchange: Exchange; readonly truth: Truth };

/** A session with known truth. */
export type Session = {
  readonly name: string;
  readonly wire: string;
  readonly base: string;
  /** What the recording keeps: answers, breakpoints, times. */
  readonly kept: string;
  readonly sent: readonly Sent[];
  readonly recording: Recording;
};
