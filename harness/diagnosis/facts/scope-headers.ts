import { scopeValues } from "../../cache-model/cache-scope.ts";
import type { Evidence } from "../evidence.ts";

/** A header that decides which cache answers, and what the two requests send of it. */
export type ScopeHeader = { readonly name: string; readonly parent: string | null; readonly child: string | null };

/** The headers by whose values the cache is kept; empty where no header decides, or where the headers of one request were not recorded. */
export function scopeHeaders(evidence: Evidence): readonly ScopeHeader[] {
  const headers = sentHeaders(evidence, "scopeHeaders");
  // A recorder that kept a header of the parent's would have kept it of the fork's.
  const isKnown = evidence.child.exchange.headers.length > 0 || headers.some(({ parent }) => parent !== null);
  return isKnown ? headers : [];
}

/** The headers by which the fork is led to another server than its parent was. */
export function leadingElsewhere(evidence: Evidence): readonly ScopeHeader[] {
  return sentHeaders(evidence, "leadingHeaders").filter(
    ({ parent, child }) => (parent ?? "") !== "" && (child ?? "") !== "" && parent !== child,
  );
}

/** The headers that the fork needs and does not send though its parent did. */
export function missingHeaders(evidence: Evidence): readonly string[] {
  const headers = [...sentHeaders(evidence, "neededHeaders"), ...sentHeaders(evidence, "scopeHeaders")];
  return headers.filter(({ parent, child }) => (parent ?? "") !== "" && (child ?? "") === "").map(({ name }) => name);
}

function sentHeaders(
  evidence: Evidence,
  which: "neededHeaders" | "leadingHeaders" | "scopeHeaders",
): readonly ScopeHeader[] {
  const names = evidence.cache()?.rules[which].value ?? [];
  const [before, after] = [evidence.parent.exchange.headers, evidence.child.exchange.headers];
  if (names.length === 0 || before.length === 0) return [];
  const [parent, child] = [scopeValues(before, names), scopeValues(after, names)];
  return [...parent].map(([name, value]) => ({ name, parent: value, child: child.get(name) ?? null }));
}
