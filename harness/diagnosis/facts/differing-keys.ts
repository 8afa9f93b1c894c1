import { headerOf } from "../../kernel/exchange.ts";
import type { SentExchange } from "../side-evidence.ts";

/** The headers and the query parameter whose recorded API keys differ. Tokens of a login are renewed, so they say nothing. */
export function differingKeys(parent: SentExchange, child: SentExchange): readonly string[] {
  const [before, after] = [keysOf(parent), keysOf(child)];
  return [...before].flatMap(([name, key]) => ((after.get(name) ?? key) === key ? [] : [name]));
}

const KEY_HEADERS: readonly string[] = ["x-api-key", "api-key", "x-goog-api-key"];

function keysOf({ headers, path }: SentExchange): ReadonlyMap<string, string> {
  const keys = new Map<string, string>();
  for (const name of KEY_HEADERS) {
    const value = headerOf(headers, name);
    if (value !== null && value !== "") keys.set(name, value);
  }
  const bearer = /^Bearer\s+(sk-\S+)$/i.exec(headerOf(headers, "authorization") ?? "")?.[1];
  if (bearer !== undefined) keys.set("authorization", bearer);
  const inQuery = /[?&]key=([^&]+)/.exec(path)?.[1];
  if (inQuery !== undefined) keys.set("?key=", inQuery);
  return keys;
}
