import { type PairPlay, readsToEnd } from "../../cache-model/play-pair.ts";
import type { Evidence } from "../evidence.ts";

/** How much of an estimate a reported read must reach to be the same prefix (recorded-traffic.md 2.4). */
const NEAR = 0.65;

/** Tokens that the parent left in the cache by its own counters; null where it reports none that mean this. */
export function reportedStore({ parent }: Evidence, { rules }: PairPlay): number | null {
  const { usage, isOnePrompt } = parent.answered();
  if (usage === null || !isOnePrompt || usage.read === null) return null;
  if (rules.engine === "shared-prefix") return usage.fresh === null ? null : usage.read + usage.fresh;
  const stored = usage.write === null ? 0 : usage.read + usage.write;
  return stored === 0 ? null : stored;
}

/** Tokens that the child read by its own counters; null where they were not reported or are sums. */
export function reportedRead({ child }: Evidence): number | null {
  const { usage, isOnePrompt } = child.answered();
  return isOnePrompt ? (usage?.read ?? null) : null;
}

/** Whether the counters show that the parent's entry was read, whatever times and lengths suggest. */
export function wasServed(evidence: Evidence, play: PairPlay): boolean {
  const read = reportedRead(evidence);
  const stored = reportedStore(evidence, play);
  if (read === null) return false;
  return stored === null ? read > 0 && read >= NEAR * (play.end?.tokens ?? 0) : read >= stored;
}

/**
 * A pair of which nothing differs and whose entry should be there: what the counters then lack, no rule on bodies, time or
 * size explains. Null for all others, and where the counters are not known.
 */
export function unexplained(
  evidence: Evidence,
): { readonly play: PairPlay; readonly read: number; readonly stored: number } | null {
  if (evidence.comparison.verdict === "diverged") return null;
  const play = evidence.cache();
  const read = reportedRead(evidence);
  if (play === null || play.end === null || read === null || !play.isShared) return null;
  const stored = reportedStore(evidence, play);
  if (stored === null || stored < play.stored.minimumTokens) return null;
  const isFound = play.rules.engine === "shared-prefix" || readsToEnd(play);
  return isFound && play.prediction.missed === null ? { play, read, stored } : null;
}
