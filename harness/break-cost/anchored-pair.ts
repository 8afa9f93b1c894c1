import { linksBefore } from "../cache-model/prompt/links-before.ts";
import type { ProviderRules } from "../providers/rules/cache-rules.ts";
import { lastStored, type PairPlay } from "../cache-model/play-pair.ts";
import type { PromptChain } from "../cache-model/prompt/prompt-chain.ts";
import type { Comparison } from "../compare/compare-layouts.ts";
import type { ContinuedPair } from "./continued-pair.ts";
import { tailOf } from "./tail-of.ts";

/** Lengths of a prompt that counters reported, else estimates to their scale. */
export type KnownLengths = {
  readonly total: number;
  /** Of the last prefix that it stores; null if its counters do not show it. */
  readonly stored: number | null;
};

export type Anchors = {
  readonly parent: KnownLengths;
  readonly child: KnownLengths;
  /** Tokens by which an unbroken parent would be longer than the one that was sent; negative if it would be shorter. */
  readonly longerBy: number;
};

/** Where the shared part of a pair ends, as JSON pointers; null where that is not known. */
export type SharedEnds = {
  /** The parent's first block that the child need not share. */
  readonly at: string | null;
  /** The child's message with which it repeats the parent's answer. */
  readonly answerAt: string | null;
};

/** The pair with its lengths stretched to what is known. */
export function anchoredPair(
  comparison: Comparison,
  play: PairPlay,
  { at, answerAt }: SharedEnds,
  anchors: Anchors,
): ContinuedPair {
  const { rules, stored, asked } = play;
  const expected = linksBefore(comparison.parent, stored.links, at);
  // A request that stops inside its parent keeps as much as it says.
  const shared = comparison.class === "shortened" ? Math.min(expected, asked.links.length) : expected;
  return {
    rules,
    stored: longer(stretched(stored, rules, anchors.parent), anchors.longerBy),
    asked: stretched(asked, rules, anchors.child),
    shared,
    tail: tailOf(comparison, { stored, asked, shared }, answerAt),
  };
}

function stretched(chain: PromptChain, rules: ProviderRules, { total, stored }: KnownLengths): PromptChain {
  const end = lastStored(chain, rules)?.tokens ?? 0;
  const [told, estimated] = stored === null || end === 0 ? [total, chain.total] : [Math.min(stored, total), end];
  const behind = chain.total - estimated;
  const lengthOf = (tokens: number): number =>
    Math.round(
      tokens <= estimated || behind <= 0
        ? (tokens * told) / Math.max(1, estimated)
        : told + ((tokens - estimated) * (total - told)) / behind,
    );
  const links = chain.links.map((link) => ({ ...link, tokens: lengthOf(link.tokens) }));
  return { ...chain, links, head: lengthOf(chain.head), total };
}

/** The chain with `by` more tokens, which belong before its last block. No block ends behind a shorter end. */
function longer(chain: PromptChain, by: number): PromptChain {
  const last = chain.links.at(-1);
  if (by === 0 || last === undefined) return chain;
  const end = Math.max(0, last.tokens + by);
  const links = chain.links.map((link) => ({ ...link, tokens: link === last ? end : Math.min(link.tokens, end) }));
  return { ...chain, links, total: chain.total + end - last.tokens };
}
