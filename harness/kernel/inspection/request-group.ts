/** Requests with one value of what a recording was grouped by. */
export type RequestGroup = {
  /** The value; null for requests without it. */
  readonly value: string | null;
  readonly requests: number;
  readonly conversations: number;
  /** The first and the last of them, as ISO dates; null if no time was recorded. */
  readonly from: string | null;
  readonly to: string | null;
  /** Requests with a cause, or that the provider would refuse. */
  readonly breaks: number;
  /** The read share of all prompts with counters; null without counters. */
  readonly ratio: number | null;
  /** Null if no request has a price. */
  readonly usdPerThousand: number | null;
  /** The extra cost of the client's own breaks in USD; null if they have no price. */
  readonly oursUsd: number | null;
};

/** `by` is what the user asked for: `model`, `conversation` or `header:NAME`. */
export type RequestGroups = { readonly by: string; readonly groups: readonly RequestGroup[] };
