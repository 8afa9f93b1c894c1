import type { CacheRules } from "../../providers/rules/cache-rules.ts";
import { EntryStore } from "./entry-store.ts";
import { hitAt, missAt, type StoredPrefix, usageOf } from "./predict-lengths.ts";
import type { CacheHit, PlannedWrite, Prediction, PromptCache } from "../prompt-cache.ts";
import { isLong, PROMPT_START } from "../prompt/is-long.ts";
import type { PromptChain } from "../prompt/prompt-chain.ts";

/** A breakpoint that may write and read: its prefix is long enough. */
type UsableBreakpoint = StoredPrefix & { readonly index: number; readonly ttlMs: number };

/**
 * The cache of providers whose callers mark blocks: an entry for each marked block, and for each breakpoint a walk back to
 * the nearest entry. The first entry found from the end is the longest, since windows of earlier breakpoints lie before it.
 */
export function createMarkedBlockCache(rules: CacheRules): PromptCache {
  const store = new EntryStore();
  return {
    predict: (chain, nowMs, sought) => predict(chain, nowMs, rules, store, sought),
    commit: (prediction, firstByteMs, answer) => {
      const isLate = rules.readableFrom.value === "end";
      commitEntries(prediction, isLate ? (answer?.endMs ?? firstByteMs) : firstByteMs, store);
    },
  };
}

/** The effects of a response on stored prefixes: those that were read stay alive, those that were planned exist. */
export function commitEntries({ startMs, writes, refreshes }: Prediction, readableMs: number, store: EntryStore): void {
  for (const key of refreshes) store.refresh(key, startMs);
  for (const { key, ttlMs } of writes) store.add(key, { startMs, readableMs, ttlMs });
}

function predict(
  chain: PromptChain,
  nowMs: number,
  rules: CacheRules,
  store: EntryStore,
  sought?: readonly number[],
): Prediction {
  const usable = usableBreakpoints(chain, rules);
  const { hit, missed } = findLongest(chain, usable, nowMs, rules.lookbackPositions.value, store);
  const end = hit?.link ?? -1;
  const uncached = chain.breakpoints.length === 0 ? "no-breakpoint" : "below-minimum";
  return {
    usage: usageOf(chain, hit, usable),
    hit,
    missed,
    uncacheable: usable.length > 0 ? null : uncached,
    startMs: nowMs,
    sequence: null,
    writes: [...writesOf(chain, usable, { hit: end, sought }, rules), ...renewals(hit, usable, rules)],
    refreshes:
      rules.renewedFor.value === "asked"
        ? []
        : [...usable.filter(({ index }) => index < end).map(({ link }) => link.key), ...(hit ? [hit.key] : [])],
  };
}

/** Where a read renews for the lifetime that it asks for, it does what a write of the same prefixes would. */
function renewals(
  hit: CacheHit | null,
  usable: readonly UsableBreakpoint[],
  rules: CacheRules,
): readonly PlannedWrite[] {
  if (hit === null || rules.renewedFor.value === "own") return [];
  const reader = usable.find(({ index }) => index >= hit.link);
  const before = usable.filter(({ index }) => index < hit.link).map(({ link, ttlMs }) => ({ key: link.key, ttlMs }));
  return reader === undefined ? before : [...before, { key: hit.key, ttlMs: reader.ttlMs }];
}

/** Each breakpoint behind the hit stores its prefix; where rules say so, every block up to the last one stores its own. */
function writesOf(
  chain: PromptChain,
  usable: readonly UsableBreakpoint[],
  { hit, sought }: { readonly hit: number; readonly sought: readonly number[] | undefined },
  rules: CacheRules,
): readonly PlannedWrite[] {
  const last = usable.at(-1);
  if (!rules.storesEveryBlock.value || last === undefined) {
    return usable.filter(({ index }) => index > hit).map(({ link, ttlMs }) => ({ key: link.key, ttlMs }));
  }
  const places = sought ?? Array.from(chain.links.keys());
  const stored = places.filter(
    (at) => at > hit && at <= last.index && isLong(chain, PROMPT_START, at, chain.minimumTokens),
  );
  return stored.flatMap((at) => chain.links[at] ?? []).map(({ key }) => ({ key, ttlMs: last.ttlMs }));
}

/** Places of the links that a request looks up: from each breakpoint backwards as far as the provider looks. */
export function soughtLinks(chain: PromptChain, rules: CacheRules): readonly number[] {
  const sought = new Set<number>();
  for (const { index, link: marked } of usableBreakpoints(chain, rules)) {
    for (let at = index; at >= 0; at -= 1) {
      const link = chain.links[at];
      if (link === undefined || marked.position - link.position >= rules.lookbackPositions.value) break;
      sought.add(at);
    }
  }
  return [...sought];
}

function usableBreakpoints(chain: PromptChain, rules: CacheRules): readonly UsableBreakpoint[] {
  const usable: UsableBreakpoint[] = [];
  // More than are allowed is a refusal, or the oldest are as good as not there (`surplusBreakpoints`).
  for (const { link: index, ttl } of countedBreakpoints(chain, rules).slice(-rules.maxBreakpoints.value)) {
    const link = chain.links[index];
    const ttlMs = rules.ttlMs.value[ttl];
    if (link === undefined || ttlMs === undefined || !isLong(chain, PROMPT_START, index, chain.minimumTokens)) continue;
    usable.push({ link, index, ttl, ttlMs });
  }
  return usable;
}

function countedBreakpoints({ links, breakpoints }: PromptChain, rules: CacheRules): PromptChain["breakpoints"] {
  const ignored = rules.ignoredBreakpoints.value;
  if (ignored.length === 0) return breakpoints;
  return breakpoints.filter(({ link }) => !ignored.some((segment) => segment === links[link]?.segment));
}

function findLongest(
  chain: PromptChain,
  usable: readonly UsableBreakpoint[],
  nowMs: number,
  window: number,
  store: EntryStore,
): Pick<Prediction, "hit" | "missed"> {
  let missed: Prediction["missed"] = null;
  for (const { index: from, link: marked } of usable.toReversed()) {
    for (let index = from; index >= 0; index -= 1) {
      const link = chain.links[index];
      if (link === undefined || marked.position - link.position >= window) break;
      const state = store.stateOf(link.key, nowMs);
      if (state === null) continue;
      if (state === "readable") {
        return { hit: hitAt(chain, link, index, marked.position - link.position), missed };
      }
      missed ??= missAt(chain, link, state);
    }
  }
  return { hit: null, missed };
}
