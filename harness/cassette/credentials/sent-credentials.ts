import type { Secret } from "../../kernel/credentials/credential-search.ts";
import type { RecordedExchange } from "../recorded-exchange.ts";

/** Headers by which clients log in at providers and gateways; cassettes leave them out. */
const LOGIN: ReadonlySet<string> = new Set([
  "authorization",
  "proxy-authorization",
  "x-api-key",
  "api-key",
  "x-goog-api-key",
]);

/** A shorter value occurs in texts by chance. */
const SHORTEST = 12;

/** The keys in a client's headers, of any shape. The headers are dropped, but bodies and addresses may repeat the keys. */
export function sentCredentials({ headers }: Pick<RecordedExchange, "headers">): readonly Secret[] {
  return headers.flatMap(([name, text]) => {
    const value = text.replace(/^(?:bearer|basic|token|key)\s+/i, "").trim();
    const isLogin = LOGIN.has(name.toLowerCase()) && value.length >= SHORTEST;
    return isLogin ? [{ name: `the value of the client's header ${name.toLowerCase()}`, value }] : [];
  });
}
