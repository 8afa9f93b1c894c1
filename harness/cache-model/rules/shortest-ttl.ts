import type { ProviderRules } from "../../providers/rules/cache-rules.ts";

/** The shortest lifetime that any entry of a cache has, in milliseconds: no entry expires earlier. */
export function shortestTtlMs(rules: ProviderRules): number {
  if (rules.engine !== "shared-prefix") return Math.min(...Object.values(rules.ttlMs.value));
  return Math.min(rules.ttlMs.value, ...Object.values(rules.namedTtlMs?.value ?? {}));
}
