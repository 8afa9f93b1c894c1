import { boundedMemo } from "../kernel/memo/bounded-memo.ts";
import { providers } from "../providers/list.ts";
import type { ListedPrice } from "../providers/provider.ts";

/** A price that the kept price list lacks, by the name under which that list has the provider. */
export type OwnPrice = ListedPrice & { readonly provider: string };

export const ownPrices: readonly OwnPrice[] = providers.flatMap(({ name, priceListName = name, prices = [] }) =>
  prices.map((price) => ({ ...price, provider: priceListName })),
);

/** The row of a model by its name in a request, at any provider; undefined if the price list has it. */
export function ownPriceOf(model: string): OwnPrice | undefined {
  return remembered(model, () => findOwnPrice(model));
}

const remembered = boundedMemo<OwnPrice | undefined>();

function findOwnPrice(model: string): OwnPrice | undefined {
  // Vendor names before the model, and a release date after it, are not part of the family.
  const name = model.toLowerCase().replace(/^.*[./](?=claude-|gpt-|kimi-)/, "");
  return ownPrices.find(({ family }) => name === family || isRelease(name, family));
}

function isRelease(name: string, family: string): boolean {
  const rest = name.replaceAll(".", "-");
  const head = family.replaceAll(".", "-");
  return (
    rest === head || (rest.startsWith(head) && /^[-@](?:\d{8}|\d{4}-\d{2}-\d{2}|latest)/.test(rest.slice(head.length)))
  );
}
