import type { Exchange } from "../kernel/exchange.ts";
import type { KeyRules } from "./cache-rules.ts";

/** Whom a request shares a cache with, by its headers; one that lacks the headers that decide shares with none. */
export function cacheScope({ id, headers }: Pick<Exchange, "id" | "headers">, rules: KeyRules): string {
  const wanted = rules.scopeHeaders.value;
  if (wanted.length === 0) return "";
  const values = wanted.map((name) => headers.find(([given]) => given.toLowerCase() === name)?.[1] ?? null);
  return values.every((value) => value === null) ? `alone ${id}` : JSON.stringify(values);
}
