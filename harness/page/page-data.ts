/**
 * The data of the HTML report, as the page's script reads it. Both sides of the page share these types, so this file imports nothing. Indexes
 * stand for what repeats: 10,000 requests send the same blocks again and again.
 */
export type PageData = {
  readonly schema: "forkproof/page@1";
  readonly version: string;
  /** What a person calls it: the path as it was given. */
  readonly source: string;
  /** How a command line of `forkproof judge` names the recording; null if it cannot. */
  readonly judgeSource: string | null;
  /** Whether texts are whole blocks instead of excerpts. */
  readonly isWhole: boolean;
  readonly totals: PageTotals;
  readonly incidents: readonly PageIncident[];
  /** Requests without bodies; null without one. */
  readonly counters: PageCounters | null;
  /** The jobs of a run; null for a recording. */
  readonly run: PageRun | null;
  readonly models: readonly string[];
  readonly conversations: readonly string[];
  readonly blocks: readonly PageBlock[];
  readonly requests: readonly PageRequest[];
};

export type PageTotals = {
  readonly requests: number;
  readonly conversations: number;
  readonly damaged: number;
  readonly compared: number;
  readonly breaks: number;
  readonly suspected: number;
  readonly paidUsd: number | null;
  /** Requests with a known cost, of those with an answer: what was paid is of these alone. */
  readonly priced: number;
  readonly answered: number;
  /** Breaks whose cost is unknown, and breaks whose lost tokens are: they are in no sum. */
  readonly unpricedBreaks: number;
  readonly uncountedBreaks: number;
  /** The part of the expected amounts that is due to pauses; null with them. */
  readonly idleUsd: number | null;
  readonly idleTokens: number | null;
  readonly avoidableUsd: { readonly ours: number; readonly provider: number; readonly expected: number } | null;
  readonly lostTokens: { readonly ours: number; readonly provider: number; readonly expected: number } | null;
  readonly areEstimates: boolean;
};

/** The timeline by counters, in the words of the text report. */
export type PageCounters = {
  /** `4 requests and 1 row of a report`: in no figure of the totals. */
  readonly counted: string;
  readonly sessions: readonly {
    readonly name: string;
    readonly counts: string;
    readonly facts: readonly { readonly label: string; readonly texts: readonly string[] }[];
  }[];
  readonly tables: readonly {
    readonly source: string;
    readonly counts: string;
    readonly heads: readonly string[];
    readonly rows: readonly (readonly string[])[];
    readonly earlier: string | null;
  }[];
  /** What is left out, and what counters cannot show. */
  readonly notes: readonly string[];
};

/** A text, and the part of it that differs, in UTF-16 units. */
export type PageText = { readonly text: string; readonly from: number; readonly to: number };

export type PageIncident = {
  readonly rank: number;
  readonly codes: readonly string[];
  readonly what: string;
  readonly segment: string;
  readonly place: string | null;
  readonly origin: string;
  readonly usd: number | null;
  readonly tokens: number | null;
  readonly isEstimate: boolean;
  /** Whether some of its requests have no price. */
  readonly isLeast: boolean;
  readonly share: number | null;
  readonly requests: number;
  readonly maskedIn: number;
  readonly conversations: number;
  /** Indexes of requests. */
  readonly lastGood: number | null;
  readonly firstBad: number | null;
  readonly firstBadParent: number | null;
  readonly from: number | null;
  readonly to: number | null;
  readonly observed: string | null;
  readonly was: PageText | null;
  readonly now: PageText | null;
  readonly fix: string;
  readonly savesUsd: number | null;
};

/** A block as one request or many send it. Its members are in the order of `BLOCK`. */
export type PageBlock = readonly [
  hash: string,
  segment: 0 | 1 | 2,
  pointer: string,
  bytes: number,
  tokens: number,
  kind: string,
  role: string | null,
  name: string | null,
  text: string | null,
];

/** States of blocks by their number in `PageRequest.states`. */
export const STATES = ["read", "written", "fresh", "lost", "unknown"] as const;

export const SEGMENTS = ["tools", "system", "messages"] as const;

export type PageRequest = {
  readonly id: string;
  readonly conversation: number;
  /** Index of the request that it continues, or -1. */
  readonly parent: number;
  readonly relation: string;
  /** Epoch milliseconds. */
  readonly at: number | null;
  /** Index, or -1. */
  readonly model: number;
  readonly ratio: number | null;
  readonly usd: number | null;
  /** Read, written, fresh, output; null for an unknown counter. */
  readonly usage: readonly [number | null, number | null, number | null, number | null] | null;
  /** Its counters cover a part of what it used, or cannot be true: they are in no sum. Absent for all others. */
  readonly isPartial?: true;
  /** Where the states of its blocks come from. */
  readonly basis: "reported" | "predicted" | "unknown";
  readonly verdict: string;
  readonly isOurs: boolean;
  readonly findings: readonly PageFinding[];
  readonly suspected: readonly string[];
  readonly lost: { readonly tokens: number; readonly usd: number | null; readonly isEstimate: boolean } | null;
  /** Blocks and bytes that it shares with its parent; null without a parent. */
  readonly shared: readonly [blocks: number, bytes: number] | null;
  readonly difference: PageDifference | null;
  readonly note: string | null;
  /** Its blocks: the first `keep` of the request `like` (-1 for no request), then `add`. */
  readonly like: number;
  readonly keep: number;
  readonly add: readonly number[];
  /** Runs of equal states: a state, a number of blocks, and so on. */
  readonly states: readonly number[];
  readonly marks: readonly number[];
};

export type PageFinding = {
  readonly code: string;
  readonly role: string;
  readonly segment: string;
  readonly pointer: string | null;
  readonly observed: string;
  readonly fix: string;
};

export type PageDifference = {
  readonly segment: string;
  readonly pointer: string;
  readonly childPointer: string;
  readonly at: string;
  readonly parentOffset: number | null;
  readonly childOffset: number | null;
  readonly was: PageText | null;
  readonly now: PageText | null;
};

export type PageRun = {
  readonly outcome: string;
  readonly failures: readonly string[];
  readonly summary: string;
  readonly jobs: readonly PageJob[];
  readonly baseline: string | null;
  readonly comparison: PageComparison | null;
  /** Ratio and cost over time; empty for a run whose result does not hold them. */
  readonly bars: readonly PageBar[];
};

/** Requests that follow each other, as one bar of a chart. */
export type PageBar = {
  readonly isTimed: boolean;
  /** Epoch milliseconds, or the number of the first request; the end is the start of the next one. */
  readonly start: number;
  readonly end: number;
  readonly requests: number;
  readonly ratio: number | null;
  readonly usdPerThousand: number | null;
};

/** The jobs of a run by the values of one axis. */
export type PageComparison = {
  readonly axis: string;
  readonly values: readonly string[];
  /** A rate for each value; null without a sample. */
  readonly rows: readonly { readonly name: string; readonly rates: readonly (number | null)[] }[];
  /** A name, a text for each value, and the difference. */
  readonly measures: readonly (readonly string[])[];
  /** What the pairs show. */
  readonly lines: readonly string[];
  /** Pairs that are not listed, since there are too many. */
  readonly unlisted: number;
  /** Samples of the first two values; those that only one passed come first. */
  readonly pairs: readonly {
    readonly row: string;
    readonly round: number;
    readonly samples: readonly [PageSample, PageSample];
  }[];
};

export type PageSample = { readonly passed: boolean | null; readonly output: string | null };

export type PageJob = {
  readonly id: string;
  readonly place: string;
  readonly status: string;
  /** What failed, and what became worse or better than the baseline. */
  readonly lines: readonly string[];
  readonly isRegressed: boolean;
  /** Indexes of conversations: its judged pairs. */
  readonly pairs: readonly number[];
};
