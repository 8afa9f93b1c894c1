import type { CacheRules } from "./cache-rules.ts";
import { anthropicRules } from "./rules/anthropic.ts";

/** Every provider whose cache is modelled. */
const RULES: readonly CacheRules[] = [anthropicRules];

/** The cache rules of a provider by its name; null where its cache is not modelled. */
export function rulesOf(provider: string): CacheRules | null {
  return RULES.find((rules) => rules.provider === provider) ?? null;
}
