import type { Header } from "../../kernel/exchange.ts";

export type Fetch = typeof globalThis.fetch;
type Input = Parameters<Fetch>[0];
type Init = Parameters<Fetch>[1];

/** A call of fetch: what it sends, and the arguments to pass on in its place. */
export type SentRequest = {
  readonly method: string;
  readonly url: URL;
  readonly headers: readonly Header[];
  readonly signal: AbortSignal | null;
  /** A text, the bytes, or a promise of them where they are read while they are sent; null for a body that was used up. */
  readonly body: string | Buffer | Promise<Buffer> | null;
  readonly pass: readonly [input: Input, init?: Init];
};

/** Reads a call without using up its body. A stream is read by both. Null for a URL that is not absolute. */
export function readSentRequest(input: Input, init: Init): SentRequest | null {
  const url = urlOf(input);
  if (url === null) return null;
  const given = init?.body ?? null;
  const bytes = finishedBody(given);
  const head = { url, method: methodOf(input, init), headers: headersOf(input, init), signal: signalOf(input, init) };
  if (bytes !== null) return { ...head, body: bytes, pass: init === undefined ? [input] : [input, init] };
  const isRequest = input instanceof Request;
  if (given === null && (!isRequest || input.body === null)) {
    return { ...head, body: Buffer.alloc(0), pass: init === undefined ? [input] : [input, init] };
  }
  // A used body is refused by fetch itself, in its own words.
  if (given === null && isRequest && input.bodyUsed) return { ...head, body: null, pass: [input, init] };
  const request = new Request(input, { ...init, ...DUPLEX });
  const copy = request.clone();
  const body = copy.arrayBuffer().then((buffer) => Buffer.from(buffer));
  return { ...head, headers: [...request.headers], body, pass: [request] };
}

/** Node's fetch asks for it where the body is a stream. */
const DUPLEX: object = { duplex: "half" };

/** A body that is not a stream. Bytes are copied, since the caller may write over them; a text cannot change. */
function finishedBody(body: NonNullable<Init>["body"] | null): string | Buffer | null {
  if (typeof body === "string") return body;
  if (body instanceof URLSearchParams) return Buffer.from(body.toString(), "utf8");
  if (body instanceof ArrayBuffer) return Buffer.from(body.slice(0));
  if (ArrayBuffer.isView(body)) return Buffer.from(Buffer.from(body.buffer, body.byteOffset, body.byteLength));
  return null;
}

function urlOf(input: Input): URL | null {
  // Other implementations of fetch bring a Request of their own.
  const url = typeof input === "string" || input instanceof URL ? input : input.url;
  return URL.parse(String(url));
}

function methodOf(input: Input, init: Init): string {
  const own = typeof input === "string" || input instanceof URL ? undefined : input.method;
  return (init?.method ?? own ?? "GET").toUpperCase();
}

function headersOf(input: Input, init: Init): readonly Header[] {
  const own = typeof input === "string" || input instanceof URL ? undefined : input.headers;
  return [...new Headers(init?.headers ?? own)];
}

function signalOf(input: Input, init: Init): AbortSignal | null {
  const own = typeof input === "string" || input instanceof URL ? null : (input.signal ?? null);
  return init?.signal ?? own;
}
