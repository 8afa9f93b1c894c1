import type { InspectedExchange } from "../kernel/inspection/inspection.ts";

/** What some requests read, and what they cost. */
export type UsageSums = {
  /** The read share of all prompts with counters; null without counters. */
  readonly ratio: number | null;
  /** Null if no request has a price. */
  readonly usdPerThousand: number | null;
};

/** Sums over what is known. Counters that cannot be true, or cover a part alone, add nothing. */
export function sumUsage(exchanges: Iterable<InspectedExchange>): UsageSums {
  let [read, prompt, usd, priced] = [0, 0, 0, 0];
  for (const { usage, usd: cost, countedOver } of exchanges) {
    const isTold = countedOver !== "contradictory" && countedOver !== "last-step";
    if (isTold && usage !== null && usage.read !== null && usage.fresh !== null) {
      read += usage.read;
      prompt += usage.read + (usage.write ?? 0) + usage.fresh;
    }
    if (cost !== null) {
      usd += cost;
      priced += 1;
    }
  }
  return {
    ratio: prompt === 0 ? null : read / prompt,
    usdPerThousand: priced === 0 ? null : (usd / priced) * 1_000,
  };
}
