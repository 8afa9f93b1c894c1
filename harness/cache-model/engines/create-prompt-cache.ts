import { createBoundaryCache } from "./boundary-cache.ts";
import type { ProviderRules } from "../../providers/rules/cache-rules.ts";
import { createMarkedBlockCache } from "./marked-block-cache.ts";
import type { PromptCache } from "../prompt-cache.ts";
import { createSharedPrefixCache } from "./shared-prefix-cache.ts";

/** An empty cache that keeps a provider's rules. */
export function createPromptCache(rules: ProviderRules): PromptCache {
  switch (rules.engine) {
    case "marked-blocks":
      return createMarkedBlockCache(rules);
    case "boundaries":
      return createBoundaryCache(rules);
    case "shared-prefix":
      return createSharedPrefixCache(rules);
  }
}
