import type { CallKind } from "../wire/stream/answer.ts";
import type { RawBody } from "../wire/scan-body.ts";
import type { Span } from "../wire/span.ts";
import type { WireName } from "../wire/wire-format.ts";

/**
 * What a fork must send unchanged for the provider to find the parent's cache entry, read off one exchange of the parent.
 * Deeply frozen; the bytes are a copy of our own, kept once and shared by every fork. Tools, system and messages are spans
 * of `body.bytes`, never parsed values: a value written again has other bytes.
 */
export type CacheSafeParams = {
  readonly wire: WireName;
  readonly body: RawBody;
  /** Whether `body` is what was sent; not where a text stood in place of the history, which is in a list now. */
  readonly asSent: boolean;
  /** The parent's request headers that reach the cache key or the meaning of the body, names in lower case. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly model: string | null;
  readonly tools: readonly Span[];
  /** The blocks of the system prompt; a string is one block. On OpenAI Chat, the messages of that role at the head. */
  readonly system: readonly Span[];
  readonly messages: readonly Span[];
  /** Raw JSON of parameters that decide a hit; null where the parent sent none. */
  readonly thinking: string | null;
  /** Such as `output_config.effort` or `reasoning.effort`. */
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
  /** The parent's answer as raw history elements joined by commas, the same bytes for every fork; null where unknown or empty. */
  readonly answer: Buffer | null;
  /** Calls without a result, in call order. The fork's first own message must begin with a result for each. */
  readonly openCalls: readonly OpenCall[];
};

/** `id` is null only on Gemini, which tells such calls by name and order. */
export type OpenCall = { readonly id: string | null; readonly name: string; readonly kind?: CallKind };
