import type { BreakCost, PromptTokens } from "../kernel/break-cost.ts";
import { assumesLifetime, priceOf, undatedMs } from "./price-of.ts";

/** A break's cost with its price in USD; null where the model has none, or nobody knows whose prices apply: never 0 for that. */
export function pricedBreak(cost: BreakCost, provider: string | null): BreakCost {
  const atMs = cost.pricesOf === null ? undatedMs : Date.parse(cost.pricesOf);
  const price = (prompt: PromptTokens): number | null =>
    provider === null || cost.model === null ? null : priceOf(provider, cost.model, { ...prompt, output: 0 }, atMs);
  const [paid, unbroken] = [price(cost.prompt), price(cost.unbroken)];
  const usd = paid === null || unbroken === null ? null : Math.max(0, paid - unbroken);
  // To a billionth of a dollar: what is behind it is the machine's.
  return {
    ...cost,
    usd: usd === null ? null : Number(usd.toFixed(9)),
    pricesOf: new Date(atMs).toISOString(),
    ...(usd !== null && assumesLifetime(cost.prompt) && { assumesLifetime: true }),
  };
}
