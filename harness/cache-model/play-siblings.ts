import { asksTokenizer } from "./compare-to-minimum.ts";
import { createPromptCache } from "./engines/create-prompt-cache.ts";
import { estimateTokens, tokenizedTokens } from "./estimate-tokens.ts";
import { sharedLinks } from "./expected-ratio.ts";
import { hasExpired, lastStored, type PairPlay, type PlayedRequest, rulesFor } from "./play-pair.ts";
import type { Prediction } from "./prompt-cache.ts";
import { cacheContext } from "./cache-context.ts";
import { chainOf, type PromptChain } from "./prompt/prompt-chain.ts";
import type { ProviderCache } from "../providers/provider.ts";

/**
 * Plays a parent's request and then all requests of its forks, in time order, through one cache: one fork's read keeps entries
 * alive for the next, and the next may find what one writes. Returns each request's pair with the parent; empty if the cache has
 * no model or a time is unknown.
 */
export function playSiblings(
  provider: string,
  parent: PlayedRequest,
  sent: readonly PlayedRequest[],
  caches?: readonly ProviderCache[],
): ReadonlyMap<PlayedRequest, PairPlay> {
  const plays = new Map<PlayedRequest, PairPlay>();
  const rules = rulesFor(provider, parent, caches);
  const { startedAtMs: startMs } = parent;
  if (rules === null || startMs === null) return plays;
  const chainBy =
    (tokens: typeof estimateTokens) =>
    ({ layout, model }: PlayedRequest): PromptChain =>
      chainOf(layout, { ...cacheContext(layout, { rules, model }), tokens });
  const estimated = chainBy(estimateTokens)(parent);
  const near = lastStored(estimated, rules);
  // One prefix has one length in a cache, so one counter counts them all.
  const asks = near !== null && asksTokenizer(estimated, parent.layout, near.tokens);
  const chain = chainBy(asks ? tokenizedTokens : estimateTokens);
  const stored = asks ? chain(parent) : estimated;
  const end = lastStored(stored, rules);
  const cache = createPromptCache(rules);
  cache.commit(cache.predict(stored, startMs), startMs + (parent.firstByteMs ?? 0));
  let begun: readonly { readonly prediction: Prediction; readonly atMs: number }[] = [];
  for (const request of sent.toSorted((left, right) => (left.startedAtMs ?? 0) - (right.startedAtMs ?? 0))) {
    const { startedAtMs: nowMs, firstByteMs } = request;
    if (nowMs === null) return new Map();
    // A response that has not begun stores nothing yet; a parent whose response has not begun is reported as such.
    for (const { prediction, atMs } of begun) if (atMs <= nowMs) cache.commit(prediction, atMs);
    begun = begun.filter(({ atMs }) => atMs > nowMs);
    const asked = chain(request);
    const prediction = cache.predict(asked, nowMs);
    const shared = sharedLinks(stored, asked);
    const isShared = end !== null && stored.links.indexOf(end) < shared;
    const again = hasExpired(cache.predict(stored, nowMs));
    plays.set(request, {
      rules,
      stored,
      asked,
      end,
      shared,
      isShared,
      prediction,
      hasExpired: again,
      timesKnown: true,
    });
    if (firstByteMs !== null) begun = [...begun, { prediction, atMs: nowMs + firstByteMs }];
  }
  return plays;
}
