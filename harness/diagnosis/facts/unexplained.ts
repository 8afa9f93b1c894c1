import { cacheScope } from "../../cache-model/cache-scope.ts";
import { type PairPlay, readsToEnd } from "../../cache-model/play-pair.ts";
import type { Evidence } from "../evidence.ts";
import { reportedRead, reportedStore } from "./served-prefix.ts";
import { shorterThanPrefix } from "./shorter-than-prefix.ts";

/**
 * A pair without differences whose entry should exist: no rule on bodies, time or size explains a shorter read. Null for all
 * other pairs, and if the counters are unknown or impossible.
 */
export function unexplained(
  evidence: Evidence,
): { readonly play: PairPlay; readonly read: number; readonly stored: number } | null {
  if (evidence.comparison.verdict === "diverged" || shorterThanPrefix(evidence) !== null) return null;
  const read = reportedRead(evidence);
  const play = read === null ? null : evidence.cache();
  if (read === null || play === null || play.end === null || !play.isShared) return null;
  // A header parts their caches: what was read may be what an older request with this one's left.
  const [before, after] = [evidence.parent.exchange, evidence.child.exchange].map(({ headers }) =>
    cacheScope({ id: "", headers }, play.rules),
  );
  if (before !== after) return null;
  const stored = reportedStore(evidence, play);
  if (stored === null || stored < play.stored.minimumTokens) return null;
  const isFound = play.rules.engine === "shared-prefix" || readsToEnd(play);
  return isFound && play.prediction.missed === null ? { play, read, stored } : null;
}

/** Whether the fork read nothing of an entry that should exist, and nothing that forkproof knows explains it. */
export function missedAll(evidence: Evidence): boolean {
  return unexplained(evidence)?.read === 0;
}
