import { saleTerms } from "../../wires/sale-terms.ts";
import type { ProviderRules } from "../../providers/rules/cache-rules.ts";
import { linksBefore } from "../../cache-model/prompt/links-before.ts";
import { placeBoundaries } from "../../cache-model/prompt/place-boundaries.ts";
import { playPair } from "../../cache-model/play-pair.ts";
import type { PromptChain } from "../../cache-model/prompt/prompt-chain.ts";
import type { ProviderCache } from "../../providers/provider.ts";
import type { Evidence } from "../../diagnosis/evidence.ts";
import type { ComparedRoot } from "../../kernel/roots/compared-root.ts";
import { paidPrompt, withRead } from "./paid-prompt.ts";
import { pairLengths, soundUsage } from "./pair-lengths.ts";

/** Where tools and system end in the earlier body, and when it, or a turn that continues it, was sent last. */
export type RootTimes = {
  readonly at: string | null;
  readonly usedMs: number | null;
  readonly caches?: readonly ProviderCache[];
};

/**
 * The tokens of tools and system that a new conversation paid again because they differ from an earlier one's: the earlier entry
 * up to their end, minus the tokens that were read. Both null if the cache has no model.
 */
export function rootCost(evidence: Evidence, times: RootTimes): Pick<ComparedRoot, "cost" | "nothingLost"> {
  const play = evidence.wholeCache();
  if (play === null) return { cost: null, nothingLost: null };
  const { stored, asked, rules } = play;
  if (stored.root !== asked.root) return { cost: null, nothingLost: "another-cache" };
  const limit = linksBefore(evidence.comparison.parent, stored.links, times.at);
  const entry = lastEntry(stored, rules, limit);
  const tokens = stored.links[entry ?? -1]?.tokens;
  if (entry === null || tokens === undefined || isUnasked(asked, rules))
    return { cost: null, nothingLost: "not-stored" };
  if (tokens < asked.minimumTokens) return { cost: null, nothingLost: "below-minimum" };
  if (hasExpired(evidence, times)) return { cost: null, nothingLost: "expired" };
  const read = soundUsage(evidence.child)?.read ?? null;
  const lengths = pairLengths(evidence, play, times.at);
  const end = stored.links[limit - 1]?.tokens ?? 0;
  const prompt = paidPrompt(evidence, lengths);
  const left = wholeUnits(end === 0 ? 0 : (tokens * lengths.shared) / end, asked, rules);
  // The end of an entry is an estimate: a remainder within its error is not a loss.
  const lostTokens = prompt.read >= left * NEARLY_ALL ? 0 : left - prompt.read;
  if (lostTokens === 0) return { cost: null, nothingLost: read === null ? null : "read" };
  const { startedAtMs } = evidence.child.exchange;
  const cost = {
    lostTokens,
    grade: lengths.isAnchored ? "anchored" : "estimate",
    prompt,
    unbroken: withRead(prompt, lostTokens),
    causes: [],
    model: evidence.child.model(),
    ...saleTerms(evidence.child.exchange, evidence.child.layout),
    usd: null,
    pricesOf: startedAtMs === null ? null : new Date(startedAtMs).toISOString(),
  } as const;
  return { cost, nothingLost: null };
}

const NEARLY_ALL = 0.95;

/** Shared prefixes are read in the provider's units; entries are read whole. */
function wholeUnits(tokens: number, { stepTokens }: PromptChain, rules: ProviderRules): number {
  if (rules.engine !== "shared-prefix") return Math.round(tokens);
  const step = Math.max(1, stepTokens ?? rules.stepTokens.value);
  return Math.floor(tokens / step) * step;
}

/** The last prefix that an earlier request left within its first `limit` blocks, by the rules of its provider. */
function lastEntry(chain: PromptChain, rules: ProviderRules, limit: number): number | null {
  switch (rules.engine) {
    case "marked-blocks":
      return within(chain.breakpoints, limit);
    case "boundaries":
      return within(placeBoundaries(chain, rules).stored, limit);
    case "shared-prefix":
      return limit === 0 ? null : limit - 1;
  }
}

function within(ends: readonly { readonly link: number }[], limit: number): number | null {
  return ends.findLast(({ link }) => link < limit)?.link ?? null;
}

function isUnasked({ breakpoints }: PromptChain, { engine }: ProviderRules): boolean {
  return engine === "marked-blocks" && breakpoints.length === 0;
}

/** No entry of any provider lives shorter. */
const SHORTEST_MS = 60_000;

/** Whether even the earlier request itself could not have been read again. Unknown if a time is missing. */
function hasExpired({ provider, parent, child }: Evidence, { usedMs, caches }: RootTimes): boolean {
  const sentMs = child.exchange.startedAtMs;
  if (provider === null || usedMs === null || sentMs === null || sentMs - usedMs < SHORTEST_MS) return false;
  const { layout, exchange, model } = parent;
  const { headers, firstByteMs } = exchange;
  const used = { layout, model: model() ?? "", headers, firstByteMs };
  const again = playPair(provider, { ...used, startedAtMs: usedMs }, { ...used, startedAtMs: sentMs }, caches);
  return again !== null && again.prediction.hit === null && again.prediction.missed?.because === "expired";
}
