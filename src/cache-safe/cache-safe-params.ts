import type { RawBody } from "../wire/scan-body.ts";
import type { Span } from "../wire/span.ts";

/**
 * What a fork must send unchanged for the provider to find the parent's cache entry, read off one exchange of the parent.
 * Deeply frozen; the bytes are a copy of our own, kept once and shared by every fork. Tools, system and messages are spans
 * of `body.bytes`, never parsed values: a value written again has other bytes.
 */
export type CacheSafeParams = {
  readonly body: RawBody;
  /** The parent's request headers that reach the cache key or the meaning of the body, names in lower case. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly model: string | null;
  readonly tools: readonly Span[];
  /** The blocks of `system`; a string is one block. */
  readonly system: readonly Span[];
  readonly messages: readonly Span[];
  /** Raw JSON of parameters that decide a hit (other-forks.md G.2); null where the parent sent none. */
  readonly thinking: string | null;
  /** Of `output_config.effort`. */
  readonly effort: string | null;
  readonly toolChoice: string | null;
  readonly digests: LevelDigests;
  /** 16 hex digits over model, tools and system. Messages, temperature and max_tokens are no part of it. */
  readonly cacheKeyHash: string;
  readonly continuation: Continuation;
};

/**
 * SHA-256 in hex of each level's elements as raw bytes, each behind its length, so that moving a boundary between two
 * blocks shows. Marks count: a moved `cache_control` is another digest. Null where the body has no such member.
 */
export type LevelDigests = {
  readonly tools: string | null;
  readonly system: string | null;
  readonly messages: string | null;
};

/** How the parent's conversation goes on behind its last message. */
export type Continuation = {
  /** The parent's answer as a raw assistant message, the same bytes for every fork; null where unknown or empty. */
  readonly answer: Buffer | null;
  /** Calls without a result, in call order. The fork's first own message must begin with a result for each. */
  readonly openCalls: readonly OpenCall[];
};

export type OpenCall = { readonly id: string; readonly name: string };
