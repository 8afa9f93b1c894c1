import type { PairPlay } from "../../cache-model/play-pair.ts";
import { holdsTokens } from "../../wires/shared/usage/most-tokens.ts";
import { promptTokens } from "../../wires/shared/usage/observed-ratio.ts";
import type { SideEvidence } from "../side-evidence.ts";
import type { Evidence } from "../evidence.ts";
import { usageContradiction } from "./usage-contradiction.ts";

/** How much of an estimate a reported read must reach to be the same prefix (harness/providers/FACTS.md#token-lengths). */
const NEAR = 0.65;

/** The tokens that the parent left in the cache, by its own counters. Null if it reports no such counters, or impossible ones. */
export function reportedStore({ parent }: Evidence, { rules }: PairPlay): number | null {
  const { usage, isOnePrompt } = parent.answered();
  if (usage === null || !isOnePrompt || usage.read === null || usageContradiction(parent) !== null) return null;
  if (rules.engine === "shared-prefix") return usage.fresh === null ? null : usage.read + usage.fresh;
  const stored = usage.write === null ? 0 : usage.read + usage.write;
  return stored === 0 ? null : stored;
}

/** Tokens of a request's whole prompt by its own counters; null where they were not reported, are sums or cannot be true. */
export function reportedPrompt(side: SideEvidence): number | null {
  const { usage, isOnePrompt } = side.answered();
  if (usage === null || !isOnePrompt || usageContradiction(side) !== null) return null;
  const total = promptTokens(usage, side.layout.dialect);
  // If the count exceeds what the body can hold, the provider added a prompt of its own.
  return total !== null && !holdsTokens(side.layout.body, total) ? null : total;
}

/** Tokens that the child read by its own counters; null where they were not reported, are sums or cannot be true. */
export function reportedRead({ child }: Evidence): number | null {
  const { usage, isOnePrompt } = child.answered();
  return usage === null || !isOnePrompt || usageContradiction(child) !== null ? null : usage.read;
}

/** Whether the counters show that the parent's entry was read, whatever times, headers and lengths suggest. */
export function readFromCache(evidence: Evidence, play: PairPlay): boolean {
  const read = reportedRead(evidence);
  if (read === null) return false;
  const stored = reportedStore(evidence, play);
  if (stored === null) return read > 0 && read >= NEAR * (play.end?.tokens ?? 0);
  return read > 0 && read >= leastRead(play, stored);
}

/**
 * Entries are served whole. Of a shared prefix whole units are, and no response reports where these end: a read of all but one unit, or of
 * nearly all of a long prompt, is one of what the parent stored.
 */
function leastRead({ rules, asked }: PairPlay, stored: number): number {
  if (rules.engine !== "shared-prefix") return stored;
  return Math.min(stored * NEARLY_ALL, stored - (asked.stepTokens ?? rules.stepTokens.value));
}

const NEARLY_ALL = 0.9;
