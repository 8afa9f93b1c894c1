import type { Exchange } from "../kernel/exchange.ts";
import type { KeyRules } from "./cache-rules.ts";

/** Whom a request shares a cache with, by its headers; one that lacks the headers that decide shares with none. */
export function cacheScope({ id, headers }: Pick<Exchange, "id" | "headers">, rules: KeyRules): string {
  const wanted = rules.scopeHeaders.value;
  const betas = betasOf(headers, rules);
  if (wanted.length === 0) return betas;
  const values = wanted.map((name) => headers.find(([given]) => given.toLowerCase() === name)?.[1] ?? null);
  return values.every((value) => value === null) ? `alone ${id}` : JSON.stringify(values);
}

/** Which betas of a request are part of its key, in one order; empty where none is. */
function betasOf(headers: Exchange["headers"], rules: KeyRules): string {
  if (rules.betasInKey.value.length === 0) return "";
  const named = headers.flatMap(([name, value]) => (name.toLowerCase() === "anthropic-beta" ? value.split(",") : []));
  const counted = named.map((beta) => undated(beta.trim())).filter((beta) => rules.betasInKey.value.includes(beta));
  return [...new Set(counted)].toSorted().join(",");
}

/** `computer-use-2025-11-24` is `computer-use`. */
export function undated(beta: string): string {
  return beta.replace(/-\d{4}-\d{2}-\d{2}$/, "");
}
