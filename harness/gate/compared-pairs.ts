import { pluralize } from "../kernel/text/format-count.ts";
import type { GateEvidence } from "./gate-evidence.ts";
import type { PairGroup, SeenPair } from "./pair-groups.ts";

/** Groups in which something was compared that could have failed: an agent with a prompt of its own does not share one. */
export function comparedPairs(groups: readonly PairGroup[]): readonly PairGroup[] {
  return groups.filter(({ pairs }) => pairs.some(isCompared));
}

function isCompared({ judgement, standing }: SeenPair): boolean {
  return judgement !== null && standing !== "fresh";
}

/** What a gate left out, since one pair among a hundred requests shows little: a clause to append, empty if it left out nothing. */
export function leftOutText({ inspection }: GateEvidence, groups: readonly PairGroup[]): string {
  const own = groups.filter(
    ({ pairs }) => !pairs.some(isCompared) && pairs.some(({ judgement }) => judgement !== null),
  ).length;
  const exchanges = inspection?.exchanges ?? [];
  const continued = new Set(exchanges.map(({ parent }) => parent));
  const alone = exchanges.filter(({ id, parent }) => parent === null && !continued.has(id)).length;
  const parts = [
    ...(own === 0 ? [] : [`${pluralize(own, "pair")} with a new system prompt and new tools`]),
    ...(alone === 0 ? [] : [`${pluralize(alone, "request")} that no other continues`]),
  ];
  return parts.length === 0 ? "" : `; not compared: ${parts.join(", ")}`;
}
