import { createRequire } from "node:module";
import type * as PriceList from "@pydantic/genai-prices";
import { once } from "../kernel/memo/once.ts";

type Usage = Parameters<typeof PriceList.calcPrice>[0];
type Found = ReturnType<typeof PriceList.calcPrice>;
type Sale = { readonly providerId: string; readonly timestamp?: Date };

/**
 * The price list's answer. Its lookup tries the patterns of hundreds of models, at each request anew, so a model is sought once: then its
 * provider is given as one that sells this model alone. The list has megabytes, so it is loaded with the first price that is asked for.
 */
export function calcPrice(usage: Usage, model: string, sale: Sale): Found {
  const list = loadPriceList();
  const { providerId, ...when } = sale;
  const key = `${providerId}\n${model}`;
  const seller = sellers.get(key);
  if (seller !== undefined) return seller && list.calcPrice(usage, model, { ...when, provider: seller });
  const found = list.calcPrice(usage, model, sale);
  if (sellers.size >= MOST) sellers.clear();
  sellers.set(key, found && { ...found.provider, models: [found.model] });
  return found;
}

/** Null for a model without a price. */
const sellers = new Map<string, PriceList.Provider | null>();

/** The log of a gateway names dozens of models. */
const MOST = 1_024;

/** For one who has time before the first price: loading takes 25 ms. */
export const loadPriceList: () => typeof PriceList = once(() => {
  const loaded: typeof PriceList = createRequire(import.meta.url)("@pydantic/genai-prices");
  return loaded;
});
