import { createRequire } from "node:module";
import type * as PriceList from "@pydantic/genai-prices";

/** The price list's own lookup. The list has megabytes, so it is loaded with the first price that is asked for. */
export function calcPrice(...request: Parameters<typeof PriceList.calcPrice>): ReturnType<typeof PriceList.calcPrice> {
  return (list ??= loadPriceList()).calcPrice(...request);
}

let list: typeof PriceList | null = null;

function loadPriceList(): typeof PriceList {
  const loaded: typeof PriceList = createRequire(import.meta.url)("@pydantic/genai-prices");
  return loaded;
}
