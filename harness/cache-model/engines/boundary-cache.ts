import type { BoundaryRules } from "../../providers/rules/cache-rules.ts";
import { EntryStore } from "./entry-store.ts";
import { commitEntries } from "./marked-block-cache.ts";
import { hitAt, missAt, type StoredPrefix, usageOf } from "./predict-lengths.ts";
import type { Prediction, PromptCache } from "../prompt-cache.ts";
import { isLong, PROMPT_START } from "../prompt/is-long.ts";
import type { PromptChain } from "../prompt/prompt-chain.ts";
import { placeBoundaries } from "../prompt/place-boundaries.ts";

/**
 * The cache of providers who store prefixes at boundaries: the end of the newest message and the caller's breakpoints. A read
 * ends exactly at a stored boundary that this request has too; it never falls back to a shorter one in between.
 */
export function createBoundaryCache(rules: BoundaryRules): PromptCache {
  const store = new EntryStore();
  return {
    predict: (chain, nowMs) => predict(chain, nowMs, rules, store),
    commit: (prediction, firstByteMs, answer) => commitEntries(prediction, answer?.endMs ?? firstByteMs, store),
  };
}

function predict(chain: PromptChain, nowMs: number, rules: BoundaryRules, store: EntryStore): Prediction {
  const { stored, sought } = placeBoundaries(chain, rules);
  const isCached = (index: number): boolean =>
    index < chain.links.length && isLong(chain, PROMPT_START, index, chain.minimumTokens);
  let hit: Prediction["hit"] = null;
  let missed: Prediction["missed"] = null;
  for (const index of sought.filter(isCached).toSorted((a, b) => b - a)) {
    const link = chain.links[index];
    const state = link === undefined ? null : store.stateOf(link.key, nowMs);
    if (link === undefined || state === null) continue;
    if (state === "readable") {
      hit = hitAt(chain, link, index, 0);
      break;
    }
    missed ??= missAt(chain, link, state);
  }
  const written = stored
    .filter(({ link }) => isCached(link))
    .flatMap(({ link: index, ttl }) => writtenAt(chain, index, ttl));
  return {
    usage: usageOf(chain, hit, written),
    hit,
    missed,
    uncacheable: written.length > 0 ? null : stored.length === 0 ? "no-breakpoint" : "below-minimum",
    startMs: nowMs,
    sequence: null,
    writes: written
      .filter(({ link }) => link.key !== hit?.key)
      .map(({ link, ttl }) => ({ key: link.key, ttlMs: lifetimeOf(ttl, rules) })),
    refreshes: hit === null ? [] : [hit.key],
  };
}

function writtenAt({ links }: PromptChain, index: number, ttl: string): readonly StoredPrefix[] {
  const link = links[index];
  return link === undefined ? [] : [{ link, ttl }];
}

/** An unknown name does not show that the provider stores nothing. */
function lifetimeOf(ttl: string, { ttlMs, defaultTtl }: BoundaryRules): number {
  return ttlMs.value[ttl] ?? ttlMs.value[defaultTtl.value] ?? 0;
}
