import { fineUsdText } from "../../kernel/text/usd-text.ts";
import { type SaleTerms, soldName, termsOf } from "../../kernel/text/sold-name.ts";
import type { Usage } from "../../kernel/usage.ts";
import { priceOf } from "../../money/price-of.ts";
import type { WorstCase } from "./worst-case.ts";

/** The most that a request may cost, in USD; text where no limit or no price is known, so that it may not be sent. */
export function worstUsd(
  { provider, model, promptTokens, answerTokens, keepsLong, ...sold }: WorstCase,
  maxUsd: number,
): number | string {
  if (answerTokens === null) {
    return `the length of an answer of ${model || "this model"} is unknown, since the request sets no limit, and ${allowed(maxUsd)}`;
  }
  const { tier, ...usual } = termsOf(sold);
  const pricesAt = (terms: SaleTerms): readonly (number | null)[] => {
    const priced = (prompt: { readonly write: number; readonly fresh: number }): number | null => {
      const usage = { read: 0, ...prompt, output: answerTokens, longWrite: keepsLong ? prompt.write : 0 };
      return priceOf({ ...terms, provider, model }, usage, null);
    };
    return [priced({ write: promptTokens, fresh: 0 }), priced({ write: 0, fresh: promptTokens })];
  };
  // A cheaper tier that was requested may be answered by the usual one.
  const prices = [...pricesAt(usual), ...(tier === undefined ? [] : pricesAt({ ...usual, tier }))];
  const known = prices.filter((price) => price !== null);
  if (known.length < prices.length)
    return `the price of ${soldName({ ...sold, model: model || "this model" })} is unknown, and ${allowed(maxUsd)}`;
  return Math.max(...known);
}

/** What an answer has cost on the terms that it names, which may not be the requested ones; null if its usage or price is unknown. */
export function answeredUsd(
  { provider, model, keepsLong, sold }: WorstCase & { readonly sold: SaleTerms },
  usage: Usage | null,
  atMs: number,
): number | null {
  if (usage === null || usage.output === null) return null;
  return priceOf(
    { ...termsOf(sold), provider, model },
    { ...usage, longWrite: keepsLong ? (usage.longWrite ?? usage.write ?? 0) : 0 },
    atMs,
  );
}

/** Why a request may not be sent with which so much could be spent. */
export function exceeds(totalUsd: number, maxUsd: number): string {
  return `up to ${fineUsdText(totalUsd)} could be spent with this request, and ${allowed(maxUsd)}`;
}

function allowed(maxUsd: number): string {
  return `--max-cost allows $${maxUsd}`;
}
