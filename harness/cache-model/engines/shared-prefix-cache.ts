import { once } from "../../kernel/memo/once.ts";
import type { PrefixRules } from "../../providers/rules/cache-rules.ts";
import { findModelRule } from "../../providers/rules/find-model-rule.ts";
import type { Answer, CacheHit, Prediction, PromptCache } from "../prompt-cache.ts";
import type { PromptChain } from "../prompt/prompt-chain.ts";
import type { StoredAnswer } from "../repeated-answer.ts";
import { type ReadablePrefix, SequenceStore } from "./sequence-store.ts";

/**
 * The cache of providers who store every request whole and serve the part that a later one shares with it, in their unit.
 * Unguaranteed behaviour is not modelled: the answer is the most that could be read.
 */
export function createSharedPrefixCache(rules: PrefixRules): PromptCache {
  const store = new SequenceStore({
    wholeUnits: rules.wholeUnits.value,
    unitTokens: rules.unitTokens?.value ?? null,
    needsThinking: rules.needsThinking?.value === true,
    spellsArguments: rules.spellsArguments?.value === true,
  });
  return {
    predict: (chain, nowMs) => predict(chain, nowMs, rules, store),
    commit: ({ sequence, startMs }, firstByteMs, answer) => {
      if (sequence === null) return;
      const readableMs = (answer?.endMs ?? firstByteMs) + rules.delayMs.value;
      const ttlMs = rules.namedTtlMs?.value[sequence.askedTtl ?? ""] ?? rules.ttlMs.value;
      const kept = rules.keepsAnswer.value ? keptOf(answer) : null;
      store.add(sequence, { startMs, readableMs, ttlMs, answer: kept, read: answer?.readTokens ?? 0 });
    },
  };
}

function keptOf(answer: Answer | undefined): StoredAnswer | null {
  const outputTokens = answer?.outputTokens ?? 0;
  if (outputTokens === 0) return null;
  return { outputTokens, thoughtTokens: answer?.thoughtTokens ?? null, written: answer?.written ?? null };
}

function predict(chain: PromptChain, nowMs: number, rules: PrefixRules, store: SequenceStore): Prediction {
  const isCounted = chain.isLong === undefined;
  return isCounted ? predictNow(chain, nowMs, rules, store) : predictLater(chain, nowMs, rules, store);
}

/** The same of a chain whose lengths are counted when they are read. */
function predictLater(chain: PromptChain, nowMs: number, rules: PrefixRules, store: SequenceStore): Prediction {
  const { stored } = store;
  const whole = once(() => {
    if (store.stored !== stored) throw new Error("a prediction is read before its cache stores the next request");
    return predictNow(chain, nowMs, rules, store);
  });
  return {
    get usage() {
      return whole().usage;
    },
    get hit() {
      return whole().hit;
    },
    missed: store.missed(chain, nowMs),
    get uncacheable() {
      return whole().uncacheable;
    },
    startMs: nowMs,
    writes: [],
    refreshes: [],
    sequence: chain,
  };
}

function predictNow(chain: PromptChain, nowMs: number, rules: PrefixRules, store: SequenceStore): Prediction {
  const shared = store.find(chain, nowMs);
  const read = served(shared, chain, rules);
  const { total } = chain;
  const write = rules.tellsWrites?.value === true && total >= chain.minimumTokens ? total - read : 0;
  const ttl = chain.askedTtl ?? rules.defaultTtl.value;
  return {
    usage: { read, write, fresh: total - read - write, total, writeByTtl: write === 0 ? {} : { [ttl]: write } },
    hit: read === 0 ? null : hitAt(chain, read),
    missed: shared.missed,
    uncacheable: total < chain.minimumTokens && shared.tokens < chain.minimumTokens ? "below-minimum" : null,
    startMs: nowMs,
    writes: [],
    refreshes: [],
    sequence: chain,
  };
}

function served({ tokens, isRepeat, hasAnswer }: ReadablePrefix, chain: PromptChain, rules: PrefixRules): number {
  const step = chain.stepTokens ?? rules.stepTokens.value;
  if (isRepeat && rules.repeat.value === "all") return chain.total;
  const most = rules.repeat.value === "all-but-one" ? Math.min(tokens, chain.total - 1) : Math.min(tokens, chain.total);
  if (most < chain.minimumTokens) return 0;
  const heldBack = hasAnswer && rules.answerFreesHeldBack.value ? 0 : heldBackOf(chain.model, rules);
  const units = Math.floor((rules.share.value * Math.max(0, most - heldBack)) / step);
  // A part of a shared prefix may be shorter than the minimum; whole units are not.
  return rules.share.value === 1 && units * step < chain.minimumTokens ? 0 : units * step;
}

function heldBackOf(model: string, rules: PrefixRules): number {
  const ofAll = rules.heldBackTokens.value;
  if (rules.models.every(({ heldBackTokens }) => heldBackTokens === undefined)) return ofAll;
  return findModelRule(rules, model).rule.heldBackTokens ?? ofAll;
}

function hitAt(chain: PromptChain, read: number): CacheHit {
  const index = linkAt(chain, read);
  const link = chain.links[index];
  return { link: index, key: link?.key ?? chain.root, pointer: link?.pointer ?? "", tokens: read, lookback: 0 };
}

/** Index of the block that a read of so many tokens ends with, or in. */
export function linkAt({ links }: PromptChain, read: number): number {
  const after = links.findIndex(({ tokens }) => tokens > read);
  if (after === -1) return links.length - 1;
  return links[after - 1]?.tokens === read || after === 0 ? Math.max(0, after - 1) : after;
}
