import type { PairPlay } from "../../cache-model/play-pair.ts";
import type { Evidence } from "../evidence.ts";

/** Whether the parent asked to keep its entry longer than the least that the provider promises, so that nobody knows whether it is there. */
export function mayOutliveTtl({ parent, child }: Evidence, { rules, timesKnown }: PairPlay): boolean {
  if (rules.engine !== "boundaries" || !timesKnown) return false;
  const asked = parent.parameters()["prompt_cache_retention"];
  const most = typeof asked === "string" ? (rules.mayLiveMs.value[asked] ?? 0) : 0;
  return (child.exchange.startedAtMs ?? 0) - (parent.exchange.startedAtMs ?? 0) < most;
}
