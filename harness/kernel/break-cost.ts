/** What a break of the prefix, or a cause beside it, costs on one request. */
export type BreakCost = {
  /** Of the tokens that the parent left in the cache, those that were not read. */
  readonly lostTokens: number;
  /**
   * - `reported` both lengths are the provider's own counters
   * - `anchored` estimated between totals that the provider reported
   * - `estimate` nothing was reported
   */
  readonly grade: "reported" | "anchored" | "estimate";
  /** The prompt as it was served, and as it would have been with those tokens read. */
  readonly prompt: PromptTokens;
  readonly unbroken: PromptTokens;
  readonly model: string | null;
  /** What the prompt cost more than the unbroken one; null where the model has no price, never 0 for that. */
  readonly usd: number | null;
  /** Whether how long writes are kept was told by nobody: they are priced as kept for minutes, the cheaper. */
  readonly assumesLifetime?: true;
  /** When prices were as they are here, an ISO date: when it was sent, or the day of our price list where nobody recorded it. Null before it was priced. */
  readonly pricesOf: string | null;
};

export type PromptTokens = {
  readonly read: number;
  readonly write: number;
  readonly fresh: number;
  /** Of `write`, what is kept for an hour; absent where nothing is written, and where nobody tells. */
  readonly longWrite?: number;
};
