import { calcPrice } from "./price-list.ts";
import { priceListName } from "./price-of.ts";

/** The maximum of prompt and answer tokens together for a model (@pydantic/genai-prices); null if unknown. */
export function contextWindow(provider: string, model: string): number | null {
  const found = calcPrice({ input_tokens: 1, output_tokens: 1 }, model, { providerId: priceListName(provider) });
  return found?.model.context_window ?? null;
}
