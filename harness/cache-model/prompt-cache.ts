import type { PredictedUsage } from "./predicted-usage.ts";
import type { PromptChain } from "./prompt/prompt-chain.ts";
import type { WrittenPart } from "./prompt/written-parts.ts";

/**
 * One provider's cache on a virtual clock, for all workspaces. `predict` changes nothing. Its result takes effect only when
 * `commit` says that the response began, so a refused request neither reads nor writes. If only some links will ever be `sought`
 * (their places in the chain), a cache may plan to store those alone.
 */
export type PromptCache = {
  readonly predict: (chain: PromptChain, nowMs: number, sought?: readonly number[]) => Prediction;
  /** The response to a predicted request sent its first byte: from then on its entries can be read, or from its end on. */
  readonly commit: (prediction: Prediction, firstByteMs: number, answer?: Answer) => void;
};

/** The rest of a response. Null if unknown: it ended when it began, and its answer is not part of the cache. */
export type Answer = {
  readonly endMs: number | null;
  readonly outputTokens: number | null;
  /** The read part of its prompt, as the response reports it. */
  readonly readTokens?: number | null;
  /** The model's output, if it was kept: only the part of an answer that a later prompt repeats can be read. */
  readonly written?: readonly WrittenPart[] | null;
  /** The thinking part of the output: a prompt that does not repeat it does not hold it. Null if not counted. */
  readonly thoughtTokens?: number | null;
};

export type Prediction = {
  readonly usage: PredictedUsage;
  /** The entry that was read; null where nothing was. */
  readonly hit: CacheHit | null;
  /** The longest entry that time alone kept from being read, where it is longer than what was. */
  readonly missed: { readonly because: "expired" | "not-yet-readable"; readonly tokens: number } | null;
  /** Why nothing could be cached at all; null where something could. */
  readonly uncacheable: "no-breakpoint" | "below-minimum" | null;
  readonly startMs: number;
  /** The entries that `commit` stores in caches of prefixes. */
  readonly writes: readonly PlannedWrite[];
  /** The sequences that `commit` stores in caches of whole sequences; null in others. */
  readonly sequence: PromptChain | null;
  /** Keys of entries whose lifetime `commit` begins anew. */
  readonly refreshes: readonly string[];
};

export type CacheHit = {
  /** Index of the block that the entry ends with, among the chain's links. */
  readonly link: number;
  readonly key: string;
  /** JSON pointer of that block. */
  readonly pointer: string;
  readonly tokens: number;
  /** Positions walked back from the breakpoint that found it. */
  readonly lookback: number;
};

export type PlannedWrite = { readonly key: string; readonly ttlMs: number };
