import { wireOfPath } from "../../wires/wire-of-path.ts";
import { type Header, headerOf } from "../../kernel/exchange.ts";
import type { EntryLog, TapeLog } from "./tape-log.ts";
import type { TapOptions } from "./tapped-fetch.ts";

/** Where every copy of undici, Node's own included, keeps the dispatcher of the process. */
const GLOBAL_DISPATCHERS = [Symbol.for("undici.globalDispatcher.1"), Symbol.for("undici.globalDispatcher.2")];

type Dispatch = (options: unknown, handler: unknown) => unknown;
type UndiciTap = Pick<TapOptions, "countersOf" | "onRequest"> & { readonly isSeen: () => boolean };

/**
 * Taps the global dispatchers until the returned function is called. A client with a dispatcher of its own passes unseen, and so does a
 * copy of undici that is loaded later, where nothing in the process has sent a request before.
 */
export function tapUndici(log: TapeLog, tap: UndiciTap): () => void {
  // One generation's dispatcher may hand its requests to the other's at once.
  let isDispatching = false;
  const undo = GLOBAL_DISPATCHERS.flatMap((symbol) => {
    const dispatcher: unknown = Reflect.get(globalThis, symbol);
    if (!isObject(dispatcher)) return [];
    const dispatch = dispatcher["dispatch"];
    if (!isFunction(dispatch)) return [];
    const tapped: Dispatch = (options, handler) => {
      const isSeen = isDispatching || tap.isSeen();
      const used = isSeen ? handler : (tappedHandler(log, tap, options, handler) ?? handler);
      const before = isDispatching;
      isDispatching = true;
      try {
        return Reflect.apply(dispatch, dispatcher, [options, used]);
      } finally {
        isDispatching = before;
      }
    };
    Object.defineProperty(dispatcher, "dispatch", { value: tapped, configurable: true, writable: true });
    return [() => void (dispatcher["dispatch"] === tapped && Reflect.deleteProperty(dispatcher, "dispatch"))];
  });
  return () => undo.forEach((each) => each());
}

/** The handler that also fills the log; null for a request that is not kept. */
function tappedHandler(log: TapeLog, tap: UndiciTap, options: unknown, handler: unknown): object | null {
  if (!isObject(options) || !isObject(handler) || options["method"] !== "POST") return null;
  const { path, origin, body } = options;
  const bytes = typeof body === "string" ? Buffer.from(body) : body instanceof Uint8Array ? Buffer.from(body) : null;
  const url = typeof path === "string" ? URL.parse(path, String(origin)) : null;
  if (bytes === null || url === null || (wireOfPath(url.pathname) ?? "foreign") === "foreign") return null;
  const head = {
    method: "POST",
    path: url.pathname + url.search,
    host: url.host,
    headers: headersOf(options["headers"]),
  };
  const entry = log.begin({ ...head, counters: tap.countersOf(url.host) });
  entry.requestIs(bytes);
  tap.onRequest(entry.id);
  return new Proxy(handler, { get: (target, name) => tapped(target, name, entry) });
}

/** Callbacks of both generations of undici's handlers. */
function tapped(target: object, name: string | symbol, entry: EntryLog): unknown {
  const own: unknown = Reflect.get(target, name, target);
  const see = typeof name === "string" ? SEES[name] : undefined;
  if (!isFunction(own)) return own;
  return (...args: readonly unknown[]): unknown => {
    see?.(entry, args);
    return Reflect.apply(own, target, args);
  };
}

const SEES: Readonly<Record<string, (entry: EntryLog, args: readonly unknown[]) => void>> = {
  onHeaders: (entry, [status, headers]) => began(entry, status, rawHeaders(headers)),
  onData: (entry, [chunk]) => came(entry, chunk),
  onComplete: (entry) => entry.ended("complete"),
  onError: (entry) => entry.ended("cut"),
  onResponseStart: (entry, [, status, headers]) => began(entry, status, headersOf(headers)),
  onResponseData: (entry, [, chunk]) => came(entry, chunk),
  onResponseEnd: (entry) => entry.ended("complete"),
  onResponseError: (entry) => entry.ended("cut"),
};

function began(entry: EntryLog, status: unknown, headers: readonly Header[]): void {
  // An interim response (1xx) is not the answer.
  if (typeof status !== "number" || status < 200) return;
  entry.responseBegan(status, (name) => headerOf(headers, name));
}

function came(entry: EntryLog, chunk: unknown): void {
  if (chunk instanceof Uint8Array) entry.responseBytes(chunk);
}

/** Names and values by turns, as bytes. */
function rawHeaders(headers: unknown): readonly Header[] {
  if (!Array.isArray(headers)) return [];
  return headers.flatMap((name, at): readonly Header[] =>
    at % 2 === 0 ? [[String(name), String(headers[at + 1])]] : [],
  );
}

/** Pairs, names and values by turns, or an object. */
function headersOf(headers: unknown): readonly Header[] {
  if (Array.isArray(headers) && !Array.isArray(headers[0])) return rawHeaders(headers);
  const pairs = isIterable(headers) ? [...headers] : isObject(headers) ? Object.entries(headers) : [];
  return pairs.flatMap((pair): readonly Header[] => (Array.isArray(pair) ? [[String(pair[0]), String(pair[1])]] : []));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

function isFunction(value: unknown): value is (...args: readonly unknown[]) => unknown {
  return typeof value === "function";
}

function isIterable(value: unknown): value is Iterable<unknown> {
  return isObject(value) && Symbol.iterator in value;
}
