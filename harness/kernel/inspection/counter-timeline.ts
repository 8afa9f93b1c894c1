/** The document that `inspect --json` prints for a recording of counters without bodies. A published contract. */
export type CounterTimeline = {
  readonly schema: "forkproof/counters@1";
  readonly sessions: readonly CountedSession[];
  /** Rows of reports. Each sums many requests, so that neither pauses nor spikes can be seen in it. */
  readonly sums: readonly CounterSum[];
};

/** A row of a report. Unknown is null. */
export type CounterSum = {
  readonly name: string;
  /** The file that it stands in. */
  readonly source: string;
  readonly models: readonly string[];
  readonly requests: number | null;
  /** Tokens of all prompts. */
  readonly prompt: number | null;
  readonly read: number | null;
  readonly written: number | null;
  /** What the report says was paid. */
  readonly usd: number | null;
};

/** One session by its counters alone. Tokens are those of prompts; unknown is null. */
export type CountedSession = {
  readonly name: string;
  readonly requests: number;
  /** Requests without a complete set of counters; the figures are without them. */
  readonly uncounted: number;
  readonly from: string | null;
  readonly to: string | null;
  /** Null if the session does not say it of any request. */
  readonly models: readonly string[] | null;
  readonly prompt: number;
  readonly read: number;
  /** Null if the counters do not show it. */
  readonly written: number | null;
  readonly largestContext: number;
  /** Written tokens over the largest context: 1 if every token was stored once. */
  readonly rewriteFactor: number | null;
  /** Of the responses of a batch, which ran in an unknown order; null for a session. Nothing follows anything in it. */
  readonly batch: { readonly readNothing: number } | null;
  readonly idle: readonly IdleGap[];
  readonly switches: readonly ModelSwitch[];
  readonly spikes: readonly WriteSpike[];
};

/** What was left of the previous context, by the counters of the request that followed. */
type NextRead = {
  /** The request that followed. */
  readonly id: string;
  readonly at: string | null;
  readonly read: number;
  readonly previousContext: number;
};

export type IdleGap = NextRead & { readonly minutes: number };

export type ModelSwitch = NextRead & { readonly was: string; readonly now: string };

/** A request that paid again for most of what the one before it had sent. */
export type WriteSpike = NextRead & {
  readonly context: number;
  /** Tokens of the previous context that were not read. */
  readonly again: number;
  /** What happened right before it; that does not prove a cause. */
  readonly after: readonly SpikeCircumstance[];
};

/** `shrunk`: the prompt is shorter than half of the one before it. */
export type SpikeCircumstance = "idle" | "model" | "shrunk";

/** A row of sums may be many requests. */
export function countedIn({ sessions, sums }: CounterTimeline): number {
  return sessions.reduce((count, { requests }) => count + requests, 0) + sums.length;
}
