import type { PredictedUsage } from "../cache-model/predicted-usage.ts";
import { predictedLongWrite } from "../cache-model/write-lifetimes.ts";
import { type SaleTerms, termsOf } from "../kernel/text/sold-name.ts";
import type { TokenCounts, TurnCost } from "../kernel/simulation.ts";
import { assumesLifetime, type PricedUsage, priceOf } from "../money/price-of.ts";

type Lifetimes = Pick<PricedUsage, "longWrite">;

/** An exchange by what its price depends on. */
export type SoldTurn = SaleTerms & {
  readonly provider: string | null;
  readonly model: string | null;
  readonly startedAtMs: number | null;
};

/** The cost of an exchange as predicted, as reported or `billed` in USD, and without a cache. */
export function turnCost(
  turn: SoldTurn,
  prediction: PredictedUsage,
  recorded: (TokenCounts & Lifetimes & { readonly output: number | null }) | null,
  billed: number | null = null,
): TurnCost {
  const { provider, model, startedAtMs } = turn;
  if (provider === null || model === null) return { predicted: null, recorded: billed, uncached: null };
  const predicted = { ...prediction, longWrite: predictedLongWrite(prediction.writeByTtl) };
  const price = (counts: TokenCounts & Lifetimes, output: number | null): number | null =>
    priceOf({ ...termsOf(turn), provider, model }, { ...counts, output }, startedAtMs);
  return {
    predicted: price(predicted, 0),
    // The provider's own bill goes first. A prompt or an answer whose length is not reported has no price.
    recorded:
      billed ??
      (recorded === null || recorded.total === null || recorded.output === null
        ? null
        : price(recorded, recorded.output)),
    uncached: price({ ...predicted, read: 0, write: 0, fresh: predicted.total, longWrite: 0 }, 0),
    ...((assumesLifetime(predicted) || (recorded !== null && assumesLifetime(recorded))) && { assumesLifetime: true }),
  };
}
