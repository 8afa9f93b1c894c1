import { calcPrice } from "@pydantic/genai-prices";
import { priceListName } from "./price-of.ts";

/** Tokens of prompt and answer together that a model takes (@pydantic/genai-prices); null where nobody says. */
export function contextWindow(provider: string, model: string): number | null {
  const found = calcPrice({ input_tokens: 1, output_tokens: 1 }, model, { providerId: priceListName(provider) });
  return found?.model.context_window ?? null;
}
