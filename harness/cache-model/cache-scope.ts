import type { Exchange } from "../kernel/exchange.ts";
import { accountHeaders } from "./account-headers.ts";
import type { KeyRules } from "./cache-rules.ts";

/** Whom a request shares a cache with, by its headers: an account that they name, a session, betas. One that lacks the headers that decide shares with none. */
export function cacheScope(request: Pick<Exchange, "id" | "headers">, rules: KeyRules): string {
  const account = JSON.stringify(accountHeaders.map((name) => headerOf(request.headers, name)));
  const own = ownScope(request, rules) + neededOf(request.headers, rules);
  return account === NO_ACCOUNT ? own : `${account}\n${own}`;
}

const NO_ACCOUNT = JSON.stringify(accountHeaders.map(() => null));

function ownScope({ id, headers }: Pick<Exchange, "id" | "headers">, rules: KeyRules): string {
  if (rules.scopeHeaders.value.length === 0) return betasOf(headers, rules);
  const values = [...scopeValues(headers, rules.scopeHeaders.value)];
  return values.every(([, value]) => value === null) ? `alone ${id}` : JSON.stringify(values);
}

/** Which of the headers that a request needs it sends; empty for none. */
function neededOf(headers: Exchange["headers"], { neededHeaders }: KeyRules): string {
  const sent = [...scopeValues(headers, neededHeaders.value)].filter(([, value]) => value !== null);
  return sent.map(([name]) => ` with ${name}`).join("");
}

/** What a request sends of the headers that part caches, by their names; null where it lacks one. Of two spellings one is enough. */
export function scopeValues(
  headers: Exchange["headers"],
  names: readonly string[],
): ReadonlyMap<string, string | null> {
  const spelled = Map.groupBy(names, (name) => name.replaceAll("_", "-"));
  return new Map(
    [...spelled].map(([name, spellings]) => [
      name,
      spellings.map((each) => headerOf(headers, each)).find((value) => value !== null) ?? null,
    ]),
  );
}

function headerOf(headers: Exchange["headers"], name: string): string | null {
  return headers.find(([given]) => given.toLowerCase() === name)?.[1] ?? null;
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
