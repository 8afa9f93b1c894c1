import type { FindingCode } from "../finding.ts";
import type { Divergence } from "../judgement.ts";
import type { Segment } from "../layout.ts";

/** The document that `compare --json` prints for two recordings: the same agent, before and after a change. */
export type BuildComparison = {
  readonly schema: "forkproof/build-comparison@1";
  readonly before: BuildFigures;
  readonly after: BuildFigures;
  readonly conversations: {
    readonly matched: number;
    /** Those of the matched that begin alike at the same position, with another first message. */
    readonly byPosition: number;
    readonly onlyBefore: number;
    readonly onlyAfter: number;
  };
  /** The first block in which the first requests of two matched conversations differ; null if all are equal. */
  readonly firstDifference: BuildDifference | null;
  /** Headers of the first requests whose value is constant in a build and differs between the two. */
  readonly headers: readonly HeaderDifference[];
  /** What changed, each with whether it is worse. */
  readonly changes: readonly BuildChange[];
};

/** Sums of one recording. */
export type BuildFigures = {
  readonly name: string;
  readonly requests: number;
  readonly conversations: number;
  /** Requests that were compared with the request that they continue. */
  readonly compared: number;
  /** Of these, the ones that the client broke. */
  readonly broken: number;
  /** Requests that may be a break, since their parent is in doubt. */
  readonly suspected: number;
  /** The number of requests with each of the client's causes. */
  readonly causes: Readonly<Record<FindingCode, number>>;
  /** The read share of all prompts with counters; null without counters. */
  readonly ratio: number | null;
  /** Null if no request has a price. */
  readonly usdPerThousand: number | null;
  /** Breakpoints per request, by segment. */
  readonly breakpoints: Readonly<Record<Segment, number>>;
};

export type BuildDifference = {
  /** Ids of the two requests. */
  readonly before: string;
  readonly after: string;
  /** Matched conversations whose first requests differ, too. */
  readonly conversations: number;
  readonly divergence: Divergence;
};

/** Null if the build does not send it. */
export type HeaderDifference = { readonly name: string; readonly before: string | null; readonly after: string | null };

export type BuildChange = {
  readonly what: "conversations" | "cause" | "breaks" | "doubts" | "ratio" | "cost" | "breakpoints";
  readonly isWorse: boolean;
  /** In words, such as `CB302 in 0 requests -> 24`. */
  readonly text: string;
};
