import { calcPrice } from "@pydantic/genai-prices";

/** What was used of a model. Null where it was not reported; a price needs all of the prompt. */
export type PricedUsage = {
  readonly read: number | null;
  readonly write: number | null;
  readonly fresh: number | null;
  readonly output: number | null;
};

/** When, where nobody recorded it: prices change, and a result must not change with the day on which it is made. */
export const undatedMs: number = Date.UTC(2026, 10, 20);

/**
 * What a turn cost in USD, by the prices of its day (@pydantic/genai-prices); writes at the price of the shortest lifetime.
 * Null where the model has no price, or the usage is not known or contradicts itself: never 0.
 */
export function priceOf(provider: string, model: string, usage: PricedUsage, atMs: number | null): number | null {
  const { read, write, fresh, output } = usage;
  if (read === null || fresh === null) return null;
  // A response whose parts exceed its whole (recorded behind gateways) leaves a negative rest: nobody knows what it cost.
  if (Math.min(read, write ?? 0, fresh, output ?? 0) < 0) return null;
  const counts = {
    input_tokens: read + (write ?? 0) + fresh,
    cache_read_tokens: read,
    cache_write_tokens: write ?? 0,
    output_tokens: output ?? 0,
  };
  const options = { providerId: priceListName(provider), timestamp: new Date(atMs ?? undatedMs) };
  return calcPrice(counts, model, options)?.total_price ?? null;
}

/** The name under which the price list has a provider. */
export function priceListName(provider: string): string {
  return PROVIDERS[provider] ?? provider;
}

/** Providers that the price list names otherwise. */
const PROVIDERS: Readonly<Record<string, string>> = {
  bedrock: "aws",
  gemini: "google",
  moonshot: "moonshotai",
  "openai-codex": "openai",
  xai: "x-ai",
};
