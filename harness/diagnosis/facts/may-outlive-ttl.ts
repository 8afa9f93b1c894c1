import type { PairPlay } from "../../cache-model/play-pair.ts";
import type { Evidence } from "../evidence.ts";

/**
 * Whether the parent asked for a longer lifetime than the provider's guaranteed minimum, so that the entry may or may not exist.
 */
export function mayOutliveTtl({ parent, child }: Evidence, { rules, timesKnown }: PairPlay): boolean {
  if (rules.engine !== "boundaries" || !timesKnown) return false;
  const asked = parent.parameters()["prompt_cache_retention"];
  const most = typeof asked === "string" ? (rules.mayLiveMs.value[asked] ?? 0) : 0;
  return (child.exchange.startedAtMs ?? 0) - (parent.exchange.startedAtMs ?? 0) < most;
}
