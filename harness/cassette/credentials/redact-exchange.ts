import type { CredentialSpan } from "../../kernel/credentials/credential-spans.ts";
import type { EncodedBody } from "../format/content-coding.ts";
import type { RecordedExchange } from "../recorded-exchange.ts";
import { createRedactor, type RedactedText } from "./redact-text.ts";

/** Returns the exchange without credentials; `redacted` lists what they were and where. */
export type RedactExchange = (exchange: RecordedExchange) => RecordedExchange;

/** `key` must be the same for all exchanges that are compared, and stay secret. `exchange.headers` are those that are kept. */
export function exchangeRedactor(key: Buffer, find: (text: string) => readonly CredentialSpan[]): RedactExchange {
  const { plain, stream } = createRedactor(key, find);
  const both = (text: string): RedactedText => {
    // The joined text goes first: a delta that alone looks like a credential would be masked, and the rest of it no longer found.
    const first = stream(text);
    const second = plain(first.text);
    return { text: second.text, names: [...first.names, ...second.names] };
  };
  return (exchange) => {
    const told: string[] = [];
    const tell = ({ text, names }: RedactedText, where: string): string => {
      told.push(...[...Map.groupBy(names, (name) => name)].map(([name, all]) => sighting(name, all.length, where)));
      return text;
    };
    const path = tell(inParts(plain(exchange.path), plain), "path");
    const headers = exchange.headers.map(([name, value]) => {
      const line = tell(inParts(plain(`${name}: ${value}`), plain), `header ${name}`);
      return [name, line.slice(name.length + 2)] as const;
    });
    const body = (bytes: Buffer, encoded: EncodedBody | null, where: string): RedactedBody => {
      const { text, names } = both(bytes.toString("latin1"));
      if (names.length === 0) return { bytes, encoded };
      tell({ text, names }, where);
      // Packed again it would be other bytes than those that crossed the wire, so it is kept unpacked.
      return { bytes: Buffer.from(text, "latin1"), encoded: null };
    };
    const { response } = exchange;
    const asked = body(exchange.request, exchange.encoded.request, "request body");
    const answer = response && body(response.body, exchange.encoded.response, "response body");
    const isUnpacked = exchange.encoded.request !== null && asked.encoded === null;
    return {
      ...exchange,
      path,
      headers: isUnpacked ? headers.filter(([name]) => name.toLowerCase() !== "content-encoding") : headers,
      request: asked.bytes,
      response: response && {
        ...response,
        contentType: response.contentType && tell(plain(response.contentType), "response header content-type"),
        body: answer?.bytes ?? response.body,
      },
      // Pieces of a body that was unpacked are pieces no longer.
      chunks: answer?.encoded === exchange.encoded.response ? exchange.chunks : null,
      encoded: { request: asked.encoded, response: answer?.encoded ?? null },
      redacted: told,
    };
  };
}

type RedactedBody = { readonly bytes: Buffer; readonly encoded: EncodedBody | null };

function sighting(name: string, count: number, where: string): string {
  return count === 1 ? `${name}, ${where}` : `${name}, ${where}, ${count} times`;
}

/** Percent-encoding hides a credential from a search, and is read by the server: a part that hides one is redacted whole. */
function inParts({ text, names }: RedactedText, plain: (text: string) => RedactedText): RedactedText {
  const more: string[] = [];
  const redacted = text.replaceAll(/[^?&=/ ]*%[^?&=/ ]*/g, (part) => {
    const found = plain(decoded(part)).names;
    more.push(...found);
    return found.length === 0 ? part : part.replaceAll(/%..|[A-Za-z0-9]/g, (sign) => (sign.length > 1 ? sign : "x"));
  });
  return { text: redacted, names: [...names, ...more] };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
