/** What some requests that follow each other read, and what they cost. */
export type Stretch = {
  /** The start: a time in epoch milliseconds, or the number of the first request from 1 if no times were recorded. */
  readonly start: number;
  readonly requests: number;
  /** The read share of all prompts with counters; null without counters. */
  readonly ratio: number | null;
  /** Null if no request has a price. */
  readonly usdPerThousand: number | null;
};

export type Timeline = { readonly by: "time" | "number"; readonly stretches: readonly Stretch[] };
