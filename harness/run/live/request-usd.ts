import { fineUsdText } from "../../kernel/text/usd-text.ts";
import { soldName, termsOf } from "../../kernel/text/sold-name.ts";
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
  const priced = (prompt: { readonly write: number; readonly fresh: number }): number | null => {
    const usage = { read: 0, ...prompt, output: answerTokens, longWrite: keepsLong ? prompt.write : 0 };
    return priceOf({ ...termsOf(sold), provider, model }, usage, null);
  };
  const [written, fresh] = [priced({ write: promptTokens, fresh: 0 }), priced({ write: 0, fresh: promptTokens })];
  if (written === null || fresh === null)
    return `the price of ${soldName({ ...sold, model: model || "this model" })} is unknown, and ${allowed(maxUsd)}`;
  return Math.max(written, fresh);
}

/** What an answer has cost; null if its usage or price is unknown. */
export function answeredUsd(
  { provider, model, keepsLong, ...sold }: WorstCase,
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
