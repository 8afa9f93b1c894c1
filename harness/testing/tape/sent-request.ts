import type { Header } from "../../kernel/exchange.ts";
import { keptBytes } from "./kept-bytes.ts";

export type Fetch = typeof globalThis.fetch;
type Input = Parameters<Fetch>[0];
type Init = Parameters<Fetch>[1];

/** A call of fetch: what it sends, and the arguments to pass on in its place. */
export type SentRequest = {
  readonly method: string;
  readonly url: URL;
  readonly headers: readonly Header[];
  readonly signal: AbortSignal | null;
  /** A text, the bytes, or a promise of them where they are read while they are sent; null for a body that cannot be read. */
  readonly body: string | Buffer | Promise<Buffer> | null;
  readonly pass: readonly [input: Input, init?: Init];
};

/** Reads a call without using up its body. A stream is read by both. Null for a URL that is not absolute. */
export function readSentRequest(input: Input, init: Init): SentRequest | null {
  const url = URL.parse(isRequest(input) ? input.url : String(input));
  if (url === null) return null;
  const own = isRequest(input) ? input : null;
  const given = init?.body ?? null;
  const bytes = finishedBody(given);
  const head = {
    url,
    method: (init?.method ?? own?.method ?? "GET").toUpperCase(),
    headers: [...new Headers(init?.headers ?? own?.headers)],
    signal: init?.signal ?? own?.signal ?? null,
  };
  const pass = init === undefined ? ([input] as const) : ([input, init] as const);
  if (bytes !== null) return { ...head, body: bytes, pass };
  if (given === null && (own?.body ?? null) === null) return { ...head, body: Buffer.alloc(0), pass };
  // A used body is refused by fetch itself, in its own words.
  if (given === null && own?.bodyUsed === true) return { ...head, body: null, pass };
  // Another implementation's Request is understood by its own fetch alone.
  if (given === null && own !== null && !(own instanceof Request)) return { ...head, body: bytesOf(own), pass };
  const request = new Request(input, { ...init, ...DUPLEX });
  return { ...head, headers: [...request.headers], body: bytesOf(request), pass: [request] };
}

/** The copy is read while the other is sent. */
async function bytesOf(request: Request): Promise<Buffer> {
  return Buffer.from(await request.clone().arrayBuffer());
}

/** Node's fetch asks for it where the body is a stream. */
const DUPLEX: object = { duplex: "half" };

/**
 * A body that is not a stream. Bytes are copied, since the caller may write over them; a text cannot change. By shape and not by class:
 * a test environment such as jsdom, and another realm, have classes of their own.
 */
function finishedBody(body: unknown): string | Buffer | null {
  if (typeof body === "string") return body;
  if (body instanceof URLSearchParams || Object.prototype.toString.call(body) === "[object URLSearchParams]")
    return Buffer.from(String(body), "utf8");
  return keptBytes(body);
}

/** Other implementations of fetch and other realms bring a Request of their own. */
function isRequest(input: Input): input is Request {
  return typeof input === "object" && "url" in input && "method" in input;
}
