import type { Header } from "../kernel/exchange.ts";

/**
 * Headers that belong to one connection and not to the message (RFC 9110 7.6.1). Node writes its own; `transfer-encoding`
 * stays on requests, where it tells Node that a body without a length follows.
 */
const ofConnection: ReadonlySet<string> = new Set([
  "connection",
  "keep-alive",
  "proxy-authenticate",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "upgrade",
]);

/** What the provider is sent: everything that the client sent, in its order and spelling, under the provider's own name. */
export function requestHeaders(headers: readonly Header[], host: string): readonly string[] {
  // The client was told to go on by this server already.
  const kept = headers.filter(([name]) => passes(name) && name.toLowerCase() !== "expect");
  return kept.flatMap(([name, value]) => [name, name.toLowerCase() === "host" ? host : value]);
}

/** The same of a handshake, whose connection is what is asked about. */
export function upgradeHeaders(headers: readonly Header[], host: string): readonly string[] {
  return headers.flatMap(([name, value]) => [name, name.toLowerCase() === "host" ? host : value]);
}

/** What the client is sent. */
export function responseHeaders(headers: readonly Header[]): string[] {
  return headers.filter(([name]) => passes(name) && name.toLowerCase() !== "transfer-encoding").flat();
}

/** Node's flat list of names and values as pairs. */
export function headerPairs(raw: readonly string[]): readonly Header[] {
  return raw.flatMap((name, index): readonly Header[] => (index % 2 === 0 ? [[name, raw[index + 1] ?? ""]] : []));
}

function passes(name: string): boolean {
  return !ofConnection.has(name.toLowerCase());
}
