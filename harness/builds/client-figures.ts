import { sumUsage } from "../incidents/sum-usage.ts";
import type { FindingCode } from "../kernel/finding.ts";
import type { BuildFigures } from "../kernel/inspection/build-comparison.ts";
import type { InspectedExchange } from "../kernel/inspection/inspection.ts";
import { type LossesOf, withoutLosses } from "./outside-losses.ts";
import type { Alikeness } from "./sent-alike.ts";

export type Side = "before" | "after";

/** Two matched requests as they were judged, and how much of what led to them is equal. */
export type Compared = Readonly<Record<Side, InspectedExchange>> & { readonly alike: Alikeness };

/** What a build's figures say of its client. */
export type ClientFigures = Pick<BuildFigures, "suspected" | "ratio" | "usdPerThousand">;

/**
 * Figures without the losses that the client did not cause. Requests that both clients sent alike cannot differ by the client, so the
 * second ones count as the first ones. Ratio and cost are over the pairs of which both are known; null without one.
 */
export function clientFigures(
  pairs: readonly Compared[],
  losses: Readonly<Record<Side, LossesOf>>,
): Readonly<Record<Side, ClientFigures>> {
  const [ratios, costs] = [bothKnow(pairs, hasRatio), bothKnow(pairs, hasCost)];
  const ofSide = (side: Side): ClientFigures => {
    const own = (pair: Compared): InspectedExchange => {
      const from = pair.alike === "all" ? "before" : side;
      return withoutLosses(pair[from], losses[from](pair[from].id), EXCUSED[pair.alike]);
    };
    return {
      suspected: pairs.filter((pair) => own(pair).suspected.length > 0).length,
      ratio: sumUsage(ratios.map(own)).ratio,
      usdPerThousand: sumUsage(costs.map(own)).usdPerThousand,
    };
  };
  return { before: ofSide("before"), after: ofSide("after") };
}

/**
 * The losses that are not the client's. A read that nothing explains (CB901) may be due to another prompt, and an entry may expire (CB701)
 * or be dropped earlier (CB705) by other settings.
 */
const EXCUSED: Readonly<Record<Alikeness, readonly FindingCode[]>> = {
  all: ["CB701", "CB705", "CB901"],
  head: ["CB701", "CB705", "CB901"],
  settings: ["CB701", "CB705"],
  none: [],
};

export function bothKnow(
  pairs: readonly Compared[],
  isKnown: (exchange: InspectedExchange) => boolean,
): readonly Compared[] {
  return pairs.filter(({ before, after }) => isKnown(before) && isKnown(after));
}

export function hasRatio(exchange: InspectedExchange): boolean {
  return sumUsage([exchange]).ratio !== null;
}

export function hasCost({ usd }: InspectedExchange): boolean {
  return usd !== null;
}
