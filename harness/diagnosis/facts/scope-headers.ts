import { scopeValues } from "../../cache-model/cache-scope.ts";
import type { Evidence } from "../evidence.ts";

/** A header that parts caches by its value, and what the two requests send of it. */
export type ScopeHeader = { readonly name: string; readonly parent: string | null; readonly child: string | null };

/** The headers that the cache which answers is kept by; none where it is kept by none, or where nobody recorded the headers of one. */
export function scopeHeaders(evidence: Evidence): readonly ScopeHeader[] {
  const rules = evidence.cache()?.rules;
  const [before, after] = [evidence.parent.exchange.headers, evidence.child.exchange.headers];
  if (rules === undefined || rules.scopeHeaders.value.length === 0 || before.length === 0 || after.length === 0)
    return [];
  const [parent, child] = [scopeValues(before, rules), scopeValues(after, rules)];
  return [...parent].map(([name, value]) => ({ name, parent: value, child: child.get(name) ?? null }));
}
