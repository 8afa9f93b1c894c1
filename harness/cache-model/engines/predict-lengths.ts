import type { PredictedUsage } from "../predicted-usage.ts";
import type { CacheHit, Prediction } from "../prompt-cache.ts";
import type { Link } from "../prompt/link.ts";
import type { PromptChain } from "../prompt/prompt-chain.ts";

// The lengths in a prediction are values where the chain was counted, and counted when they are read where it was not. An object with
// accessors costs several times one of values, and most chains were counted.

/** A prefix that is stored, and for how long. */
export type StoredPrefix = { readonly link: Link; readonly ttl: string };

/**
 * The tokens between the hit and the last breakpoint are written, each stretch for the lifetime of the breakpoint that ends it:
 * tokens up to the last 1 h breakpoint for 1 h, the rest for 5 min (Anthropic, Prompt caching, mixed lifetimes).
 */
export function usageOf(chain: PromptChain, hit: CacheHit | null, stored: readonly StoredPrefix[]): PredictedUsage {
  if (isCounted(chain)) return countUsage(chain.total, hit?.tokens ?? 0, stored);
  let counted: PredictedUsage | null = null;
  const usage = (): PredictedUsage => (counted ??= countUsage(chain.total, hit?.tokens ?? 0, stored));
  return {
    get read() {
      return usage().read;
    },
    get write() {
      return usage().write;
    },
    get fresh() {
      return usage().fresh;
    },
    get total() {
      return usage().total;
    },
    get writeByTtl() {
      return usage().writeByTtl;
    },
  };
}

/** The entry at a link that was read. */
export function hitAt(chain: PromptChain, link: Link, index: number, lookback: number): CacheHit {
  const { key, pointer } = link;
  if (isCounted(chain)) return { link: index, key, pointer, tokens: link.tokens, lookback };
  return {
    link: index,
    key,
    pointer,
    get tokens() {
      return link.tokens;
    },
    lookback,
  };
}

/** The entry at a link that time kept from being read. */
export function missAt(
  chain: PromptChain,
  link: Link,
  because: "expired" | "not-yet-readable",
): NonNullable<Prediction["missed"]> {
  if (isCounted(chain)) return { because, tokens: link.tokens };
  return {
    because,
    get tokens() {
      return link.tokens;
    },
  };
}

function isCounted(chain: PromptChain): boolean {
  return chain.isLong === undefined;
}

function countUsage(total: number, read: number, stored: readonly StoredPrefix[]): PredictedUsage {
  const writeByTtl: Record<string, number> = {};
  let end = read;
  for (const { link, ttl } of stored) {
    if (link.tokens <= end) continue;
    writeByTtl[ttl] = (writeByTtl[ttl] ?? 0) + link.tokens - end;
    end = link.tokens;
  }
  return { read, write: end - read, fresh: total - end, total, writeByTtl };
}
