import { createHash } from "node:crypto";
import type { RunResult } from "../../kernel/run-result.ts";
import { priceListVersion } from "../../kernel/version.ts";
import { ownPrices } from "../../money/own-prices.ts";
import { undatedMs } from "../../money/price-of.ts";
import type { ProviderCache } from "../../providers/provider.ts";

/** The dates of the cache rules and prices of a run. Each text changes with any of the dates and prices behind it. */
export function resultDates(caches: readonly ProviderCache[]): RunResult["dates"] {
  const asOf = caches.map(({ name, rules }) => `${name} ${rules.asOf}`);
  const newest = caches.map(({ rules }) => rules.asOf).reduce((a, b) => (a > b ? a : b), "");
  const undated = new Date(undatedMs).toISOString().slice(0, 10);
  return {
    rules: `${newest} (${digestOf(asOf)})`,
    prices: `genai-prices ${priceListVersion}, ${undated} (${digestOf(ownPrices)})`,
  };
}

function digestOf(value: unknown): string {
  return createHash("sha256").update(JSON.stringify(value)).digest("hex").slice(0, 8);
}
