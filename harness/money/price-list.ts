import { createRequire } from "node:module";
import type * as PriceList from "@pydantic/genai-prices";
import { once } from "../kernel/memo/once.ts";

/** The price list's own lookup. The list has megabytes, so it is loaded with the first price that is asked for. */
export function calcPrice(...request: Parameters<typeof PriceList.calcPrice>): ReturnType<typeof PriceList.calcPrice> {
  return loadPriceList().calcPrice(...request);
}

/** For one who has time before the first price: loading takes 25 ms. */
export const loadPriceList: () => typeof PriceList = once(() => {
  const loaded: typeof PriceList = createRequire(import.meta.url)("@pydantic/genai-prices");
  return loaded;
});
