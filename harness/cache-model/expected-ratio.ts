import type { PromptChain } from "./prompt/prompt-chain.ts";

/** Below this a turn found less than half of its prompt in the cache (harness/CONTRACTS.md). */
export const LOW_RATIO = 0.5;

/**
 * The hit ratio of a prompt of `total` tokens of which at most `shared` could be read. 0 where that is below the cacheable minimum, null
 * where nothing was sent.
 *
 * It asks what the fork was meant to share, not what it did: a fork that breaks its prefix has a high expectation and a low
 * observation; a long directive on a short parent has a low expectation.
 */
export function allowedRatio({
  shared,
  total,
  minimumTokens,
}: {
  readonly shared: number;
  readonly total: number;
  readonly minimumTokens: number;
}): number | null {
  if (total <= 0) return null;
  return shared < minimumTokens ? 0 : Math.min(1, shared / total);
}

/** A read shows that the prefix was readable: a counter is more reliable than the lengths behind an expectation. */
export function atLeast(observed: number | null, expected: number | null): number | null {
  return observed === null || expected === null ? expected : Math.max(observed, expected);
}

/**
 * Observed against expected; null where either is unknown or nothing was to be expected. No fork uses more of its prefix than all: one
 * that read more found what another request had left behind it, or the expectation is of estimated lengths.
 */
export function efficiency(observed: number | null, expected: number | null): number | null {
  return observed === null || expected === null || expected === 0 ? null : Math.min(1, observed / expected);
}

/**
 * How many of the leading blocks of `parent` the fork's key covers: equal bytes, equal parameters, equal scope. A key says
 * all that stands before it, so where one is shared all before it are.
 */
export function sharedLinks(parent: PromptChain, fork: PromptChain): number {
  let shared = 0;
  let end = Math.min(parent.links.length, fork.links.length);
  while (shared < end) {
    const middle = (shared + end) >> 1;
    if (parent.links[middle]?.key === fork.links[middle]?.key) shared = middle + 1;
    else end = middle;
  }
  return shared;
}
