import type { PairPlay } from "../../cache-model/play-pair.ts";
import type { Link } from "../../cache-model/prompt/link.ts";
import type { Comparison } from "../../compare/compare-layouts.ts";
import { sharedUnits } from "../reading/breakpoints.ts";

/**
 * How many of the parent's prefixes the fork repeats by the verdict, which looks at blocks alone. Keys may part earlier: a setting is
 * part of them, or how a text is wrapped.
 */
export function sharedPrefixes(comparison: Comparison, { stored }: PairPlay): number {
  const { segments, parent } = comparison;
  const matched = segments.tools.matched + segments.system.matched + segments.messages.matched;
  if (comparison.diverged === null && matched === parent.units.length) return stored.links.length;
  const shared = new Set(sharedUnits(comparison).map(({ pointer }) => pointer));
  const parted = stored.links.findIndex(({ pointer }) => !shared.has(pointer));
  return parted === -1 ? stored.links.length : parted;
}

/** The last shared block that the parent stored whole or in part; null without one. */
export function sharedReach(comparison: Comparison, play: PairPlay): Link | null {
  const { stored, end, isShared } = play;
  if (end === null || isShared) return end;
  return stored.links[Math.min(sharedPrefixes(comparison, play) - 1, stored.links.indexOf(end))] ?? null;
}
