import type { CacheRules } from "./cache-rules.ts";
import type { PredictedUsage, Prediction, PromptCache } from "./prompt-cache.ts";
import type { Link, PromptChain } from "./prompt-chain.ts";

/** One write. A prefix has several where siblings wrote it before any of them could read. */
type Entry = { readonly ttlMs: number; readonly touchedMs: number; readonly readableMs: number };

type Store = Map<string, readonly Entry[]>;

/** A breakpoint that may write and read: its prefix is long enough. */
type Usable = { readonly link: Link; readonly index: number; readonly ttl: string; readonly ttlMs: number };

/**
 * The cache of providers whose callers mark blocks: an entry for each marked block, and for each breakpoint a walk back to
 * the nearest entry. The first entry found from the end is the longest, since windows of earlier breakpoints lie before it.
 */
export function createMarkedBlockCache(rules: CacheRules): PromptCache {
  const store: Store = new Map();
  let sweepAt = 1024;
  return {
    predict: (chain, nowMs) => predict(chain, nowMs, rules, store),
    commit: ({ startMs, writes, refreshes }, firstByteMs) => {
      for (const key of refreshes) {
        const entries = store.get(key);
        if (entries !== undefined) store.set(key, refreshed(entries, startMs));
      }
      for (const { key, ttlMs } of writes) {
        store.set(key, added(store.get(key) ?? [], { ttlMs, touchedMs: startMs, readableMs: firstByteMs }));
      }
      if (store.size < sweepAt) return;
      sweep(store, startMs);
      sweepAt = Math.max(1024, 2 * store.size);
    },
  };
}

function predict(chain: PromptChain, nowMs: number, rules: CacheRules, store: Store): Prediction {
  const usable = usableBreakpoints(chain, rules);
  const { hit, missed } = findLongest(chain, usable, nowMs, rules.lookbackPositions.value, store);
  const end = hit?.link ?? -1;
  const uncached = chain.breakpoints.length === 0 ? "no-breakpoint" : "below-minimum";
  return {
    usage: usageOf(chain.total, hit?.tokens ?? 0, usable),
    hit,
    missed,
    uncacheable: usable.length > 0 ? null : uncached,
    startMs: nowMs,
    writes: usable.filter(({ index }) => index > end).map(({ link, ttlMs }) => ({ key: link.key, ttlMs })),
    refreshes: [...usable.filter(({ index }) => index < end).map(({ link }) => link.key), ...(hit ? [hit.key] : [])],
  };
}

function usableBreakpoints(chain: PromptChain, rules: CacheRules): readonly Usable[] {
  const usable: Usable[] = [];
  for (const { link: index, ttl } of chain.breakpoints) {
    const link = chain.links[index];
    const ttlMs = rules.ttlMs.value[ttl];
    if (link === undefined || ttlMs === undefined || link.tokens < chain.minimumTokens) continue;
    usable.push({ link, index, ttl, ttlMs });
  }
  return usable;
}

function findLongest(
  chain: PromptChain,
  usable: readonly Usable[],
  nowMs: number,
  window: number,
  store: Store,
): Pick<Prediction, "hit" | "missed"> {
  let missed: Prediction["missed"] = null;
  for (const { index: from, link: marked } of usable.toReversed()) {
    for (let index = from; index >= 0; index -= 1) {
      const link = chain.links[index];
      if (link === undefined || marked.position - link.position >= window) break;
      const state = stateOf(store.get(link.key) ?? [], nowMs);
      if (state === null) continue;
      if (state === "readable") {
        const { key, tokens, pointer, position } = link;
        return { hit: { link: index, key, pointer, tokens, lookback: marked.position - position }, missed };
      }
      missed ??= { because: state, tokens: link.tokens };
    }
  }
  return { hit: null, missed };
}

function stateOf(entries: readonly Entry[], nowMs: number): "readable" | "not-yet-readable" | "expired" | null {
  if (entries.length === 0) return null;
  const alive = entries.filter((entry) => isAlive(entry, nowMs));
  if (alive.length === 0) return "expired";
  return alive.some(({ readableMs }) => readableMs <= nowMs) ? "readable" : "not-yet-readable";
}

/** An entry that is asked for exactly at the end of its lifetime has expired: providers promise no more than the lifetime. */
function isAlive({ touchedMs, ttlMs }: Entry, nowMs: number): boolean {
  return nowMs - touchedMs < ttlMs;
}

/**
 * What lies between the hit and the last breakpoint is written, each stretch for the lifetime of the breakpoint that ends
 * it: tokens up to the last 1 h breakpoint for 1 h, the rest for 5 min (Anthropic, Prompt caching, mixed lifetimes).
 */
function usageOf(total: number, read: number, usable: readonly Usable[]): PredictedUsage {
  const writeByTtl: Record<string, number> = {};
  let end = read;
  for (const { link, ttl } of usable) {
    if (link.tokens <= end) continue;
    writeByTtl[ttl] = (writeByTtl[ttl] ?? 0) + link.tokens - end;
    end = link.tokens;
  }
  return { read, write: end - read, fresh: total - end, total, writeByTtl };
}

function refreshed(entries: readonly Entry[], startMs: number): readonly Entry[] {
  return entries.map((entry) => {
    const isRead = isAlive(entry, startMs) && entry.readableMs <= startMs;
    return isRead ? { ...entry, touchedMs: Math.max(entry.touchedMs, startMs) } : entry;
  });
}

/** Of two writes one is enough, where it can be read no later and lives no shorter. */
function added(entries: readonly Entry[], entry: Entry): readonly Entry[] {
  const covers = (one: Entry, other: Entry): boolean =>
    one.readableMs <= other.readableMs && one.touchedMs + one.ttlMs >= other.touchedMs + other.ttlMs;
  if (entries.some((known) => covers(known, entry))) return entries;
  return [...entries.filter((known) => isAlive(known, entry.touchedMs) && !covers(entry, known)), entry];
}

/** Memory follows the live entries. One lifetime of grace, so that a late reader still learns that its entry expired. */
function sweep(store: Store, nowMs: number): void {
  for (const [key, entries] of store) {
    if (entries.every(({ touchedMs, ttlMs }) => nowMs - touchedMs >= 2 * ttlMs)) store.delete(key);
  }
}
