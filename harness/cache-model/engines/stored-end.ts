import type { ProviderRules } from "../../providers/rules/cache-rules.ts";
import { placeBoundaries } from "../prompt/place-boundaries.ts";
import type { PromptChain } from "../prompt/prompt-chain.ts";

/** The last prefix that a request stores, and whether that is all of it. */
export type StoredEnd = { readonly link: number; readonly isWhole: boolean };

/** The last prefix that a request would store, according to its body; null if it stores no prefix. */
export function storedEnd(chain: PromptChain, rules: ProviderRules): StoredEnd | null {
  switch (rules.engine) {
    case "marked-blocks":
      return ending(chain.breakpoints.at(-1)?.link);
    case "boundaries":
      return ending(placeBoundaries(chain, rules).stored.at(-1)?.link);
    case "shared-prefix":
      return chain.links.length === 0 ? null : { link: chain.links.length - 1, isWhole: true };
  }
}

function ending(link: number | undefined): StoredEnd | null {
  return link === undefined ? null : { link, isWhole: false };
}
