import { createPromptCache } from "../cache-model/engines/create-prompt-cache.ts";
import type { PredictedUsage } from "../cache-model/predicted-usage.ts";
import { type Chains, type ContinuedPair, continued } from "./continued-pair.ts";
import type { Reach } from "./readable-reach.ts";

/** When the two requests of a pair met the cache, in milliseconds. */
export type Times = {
  readonly parentMs: number;
  readonly readableMs: number;
  readonly childMs: number;
  /** A moment at which the entry is there for sure. */
  readonly inTimeMs: number;
};

/** The predicted usage of the child's prompt with `remaining` causes. */
export function servedWith(
  remaining: readonly Reach[],
  all: readonly Reach[],
  pair: ContinuedPair,
  times: Times,
): PredictedUsage {
  const links = remaining.flatMap((reach) => (reach.by === "blocks" ? [reach.links] : []));
  const isLate = remaining.some(({ by }) => by === "time") || all.every(({ by }) => by !== "time");
  const chains = continued(pair, {
    keptLinks: Math.min(Infinity, ...links),
    lacksBreakpoints: isBreakpoints(remaining) || !isBreakpoints(all),
  });
  return played(chains, pair, times, isLate ? times.childMs : times.inTimeMs);
}

function isBreakpoints(reaches: readonly Reach[]): boolean {
  return reaches.some(({ by }) => by === "breakpoints");
}

function played({ stored, asked }: Chains, { rules }: ContinuedPair, times: Times, childMs: number): PredictedUsage {
  const cache = createPromptCache(rules);
  cache.commit(cache.predict(stored, times.parentMs), times.readableMs);
  return cache.predict(asked, childMs).usage;
}

/** Tokens that a parent would have stored beyond `stored`, had it marked its end; 0 where no breakpoint was missing. */
export function unstored(all: readonly Reach[], pair: ContinuedPair, times: Times, stored: number): number {
  if (!isBreakpoints(all)) return 0;
  const cache = createPromptCache(pair.rules);
  const chains = continued(pair, { keptLinks: Infinity, lacksBreakpoints: false });
  const { write } = cache.predict(chains.stored, times.parentMs).usage;
  return Math.max(0, write - stored);
}
