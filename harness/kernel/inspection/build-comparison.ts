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
  readonly requests: {
    /** Those at the same place of two matched conversations. All figures, headers and fields are over these. */
    readonly matched: number;
    /** How many of the matched both clients sent alike, with all before them in their conversation. */
    readonly alike: number;
    /** How many of the matched differ in each part of the prompt. */
    readonly differing: Readonly<Record<Segment, number>>;
    /** Requests of conversations that have no counterpart: a missing one may hold a break. */
    readonly onlyBefore: number;
    readonly onlyAfter: number;
  };
  /** The first block in which two matched requests differ: in tools or system, otherwise in the messages. Null if all are equal. */
  readonly firstDifference: BuildDifference | null;
  /** Headers that differ, unless they vary within both builds. */
  readonly headers: readonly MemberDifference[];
  /** Members of the body outside the prompt, the path and breakpoints that differ; bodies that differ in their spelling alone. */
  readonly fields: readonly MemberDifference[];
  /** What changed, each with whether it is worse. */
  readonly changes: readonly BuildChange[];
};

/** Sums of one recording, over the requests that have a counterpart in the other. */
export type BuildFigures = {
  readonly name: string;
  /** All requests and conversations of the recording; also requests of no conversation, such as counts of tokens. */
  readonly requests: number;
  readonly conversations: number;
  /** The client's causes in requests without a counterpart. */
  readonly unmatchedCauses: Readonly<Partial<Record<FindingCode, number>>>;
  /** Requests that were compared with the request that they continue. */
  readonly compared: number;
  /** Of these, the ones that the client broke. */
  readonly broken: number;
  /** Requests that may be a break, since their parent is in doubt. */
  readonly suspected: number;
  /** The number of requests with each of the client's causes. */
  readonly causes: Readonly<Partial<Record<FindingCode, number>>>;
  /** The read share of the prompts whose counters both recordings have; null without counters. */
  readonly ratio: number | null;
  /** Over the requests with a price in both recordings; null if no request has one. */
  readonly usdPerThousand: number | null;
  /** Losses of the matched requests that the client did not cause; null without one. */
  readonly outside: OutsideLosses | null;
  /** Breakpoints per request, by segment. */
  readonly breakpoints: Readonly<Record<Segment, number>>;
};

/** Losses by entries that the provider dropped (CB705), by reads that nothing explains (CB901) and by pauses on the main line (CB701). */
export type OutsideLosses = {
  /** The number of requests with each. */
  readonly codes: Readonly<Partial<Record<FindingCode, number>>>;
  /** Tokens that were not read; null if no loss is known. */
  readonly tokens: number | null;
  /** Null if no loss has a price. */
  readonly usd: number | null;
};

export type BuildDifference = {
  /** Ids of the two requests. */
  readonly before: string;
  readonly after: string;
  /** Matched conversations with such a difference. */
  readonly conversations: number;
  readonly divergence: Divergence;
};

/** The values of the first two requests that differ in it, null for one that does not send it; and how many differ. */
export type MemberDifference = {
  readonly name: string;
  readonly before: string | null;
  readonly after: string | null;
  readonly requests: number;
};

export type BuildChange = {
  /** `unknown`: figures that some matched requests have in one recording only. */
  readonly what:
    | "conversations"
    | "requests"
    | "cause"
    | "breaks"
    | "doubts"
    | "unknown"
    | "ratio"
    | "cost"
    | "breakpoints";
  /** Worse by what the client sent, or by an unknown reason that may lie in it. */
  readonly isWorse: boolean;
  /** Worse, though not by what the client sent: by the provider, or by a pause. Absent for all others. */
  readonly isOutside?: true;
  /** In words, such as `CB302 in 0 requests -> 24`. */
  readonly text: string;
};
