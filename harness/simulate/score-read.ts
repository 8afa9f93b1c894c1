import type { Prediction } from "../cache-model/prompt-cache.ts";
import type { Exclusion, SimulationScore, TokenCounts } from "../kernel/simulation.ts";
import type { AnchoredChain } from "./calibration.ts";

/** A recorded read held against the predicted one. */
export type ReadScore = {
  readonly score: SimulationScore;
  readonly setApart: Exclusion | null;
  /** The link at which the recorded read ends; null if it ends at no link, or nothing was read. */
  readonly link: number | null;
};

/** The scorer's knowledge of earlier exchanges. */
export type StoredEntries = {
  /** Whether an entry with this key was stored. */
  readonly holds: (key: string) => boolean;
  /** Whether an entry of this very length was stored that says what this prompt says up to a link. */
  readonly holdsWords: (tokens: number, link: number) => boolean;
  /** Links at which this request stores an entry. */
  readonly ends: ReadonlySet<number>;
};

/** A read of another length than the estimate of its entry is still that entry's, where no other lies nearer and this near. */
const NEAR = 0.15;

/** Scores a cache that serves what it stored: the read is the length of an entry. `recorded.read` is not null. */
export function scoreRead(
  { chain, exact }: AnchoredChain,
  { hit, usage }: Prediction,
  recorded: TokenCounts & { readonly read: number },
  stored: StoredEntries,
): ReadScore {
  const { read } = recorded;
  if (read === 0) return { score: hit === null ? "first" : "wrong", setApart: null, link: null };
  const told = recordedLink({ chain, exact }, read, hit, stored);
  if (hit !== null && read === usage.read) return { score: "exact", setApart: null, link: hit.link };
  if (hit !== null && told === hit.link && !exact.has(hit.link)) {
    return { score: "right-entry", setApart: null, link: told };
  }
  if (read > usage.read) {
    return isWarmStart({ chain, exact }, hit, read, stored)
      ? { score: "not-scored", setApart: "warm start", link: told }
      : { score: "wrong", setApart: null, link: null };
  }
  return { score: told === null ? "wrong" : "shorter-entry", setApart: null, link: told };
}

/**
 * Whether an earlier run may have stored what was read: a prefix that this run never stored, of such a length. Behind an entry
 * that this run did store, only where this request itself would store one. Where an entry of this very length and of these words was
 * stored, the model treats one prefix as two.
 */
function isWarmStart(
  { chain, exact }: AnchoredChain,
  hit: Prediction["hit"],
  read: number,
  stored: StoredEntries,
): boolean {
  const isNear = (tokens: number): boolean => Math.abs(tokens - read) <= NEAR * read;
  if (chain.links.some(({ tokens }, link) => isNear(tokens) && stored.holdsWords(read, link))) return false;
  const from = hit?.link ?? -1;
  return chain.links.some(({ key, tokens }, link) => {
    if (link <= from || stored.holds(key)) return false;
    if (exact.has(link)) return tokens === read && (hit === null || stored.ends.has(link));
    return hit === null || (stored.ends.has(link) && isNear(tokens));
  });
}

/** The entry that a read of this length ends at: of exactly this length, else the nearest whose length is an estimate. */
function recordedLink(
  { chain, exact }: AnchoredChain,
  read: number,
  hit: Prediction["hit"],
  stored: StoredEntries,
): number | null {
  let nearest: { readonly link: number; readonly distance: number } | null = null;
  for (const [link, { key, tokens }] of chain.links.entries()) {
    const isEntry = stored.holds(key) || link === hit?.link;
    if (exact.has(link) && tokens === read) return link;
    if (!isEntry || exact.has(link)) continue;
    const distance = Math.abs(tokens - read);
    if (distance <= NEAR * read && (nearest === null || distance < nearest.distance)) nearest = { link, distance };
  }
  return nearest?.link ?? null;
}
