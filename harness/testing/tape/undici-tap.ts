import { wireOfPath } from "../../wires/wire-of-path.ts";
import { type Header, headerOf } from "../../kernel/exchange.ts";
import { withDecodedAnswer } from "./decoded-answer.ts";
import { keptBytes } from "./kept-bytes.ts";
import type { EntryLog, TapeLog } from "./tape-log.ts";
import type { TapOptions } from "./tapped-fetch.ts";

/** Where every copy of undici, Node's own included, keeps the dispatcher of the process. */
const GLOBAL_DISPATCHERS = [Symbol.for("undici.globalDispatcher.1"), Symbol.for("undici.globalDispatcher.2")];

type Dispatch = (options: unknown, handler: unknown) => unknown;
type UndiciTap = Pick<TapOptions, "countersOf" | "onRequest"> & { readonly isSeen: () => boolean };

export type UndiciTaps = {
  /** Taps a dispatcher that was set since the last look. */
  readonly look: () => void;
  readonly stop: () => void;
};

/** Taps the global dispatchers. A client with a dispatcher of its own passes unseen. */
export function tapUndici(log: TapeLog, tap: UndiciTap): UndiciTaps {
  // Node loads its undici, which sets the dispatcher, once somebody asks for one of its classes.
  Reflect.get(globalThis, "Headers");
  // One generation's dispatcher may hand its requests to the other's at once.
  let isDispatching = false;
  const undo = new Map<object, () => void>();
  const tapOne = (symbol: symbol): void => {
    const dispatcher: unknown = Reflect.get(globalThis, symbol);
    if (!isObject(dispatcher) || undo.has(dispatcher)) return;
    const dispatch = dispatcher["dispatch"];
    if (!isFunction(dispatch)) return;
    const tapped: Dispatch = (options, handler) => {
      const isSeen = isDispatching || tap.isSeen();
      const used = (isSeen ? null : tappedCall(log, tap, options, handler)) ?? [options, handler];
      const before = isDispatching;
      isDispatching = true;
      try {
        return Reflect.apply(dispatch, dispatcher, used);
      } finally {
        isDispatching = before;
      }
    };
    undo.set(dispatcher, replaceDispatch(dispatcher, tapped));
    if (dispatcher["dispatch"] === tapped) return;
    undo.get(dispatcher)?.();
    const front = withDispatch(dispatcher, tapped);
    Reflect.set(globalThis, symbol, front);
    undo.set(
      front,
      () => void (Reflect.get(globalThis, symbol) === front && Reflect.set(globalThis, symbol, dispatcher)),
    );
  };
  const look = (): void => GLOBAL_DISPATCHERS.forEach(tapOne);
  look();
  return { look, stop: () => undo.forEach((each) => each()) };
}

function replaceDispatch(dispatcher: Record<string, unknown>, tapped: Dispatch): () => void {
  Object.defineProperty(dispatcher, "dispatch", { value: tapped, configurable: true, writable: true });
  return () => void (ownDispatch(dispatcher) === tapped && Reflect.deleteProperty(dispatcher, "dispatch"));
}

function ownDispatch(dispatcher: object): unknown {
  return Object.getOwnPropertyDescriptor(dispatcher, "dispatch")?.value;
}

/** A dispatcher that undici's `compose` made keeps its `dispatch`, whatever is set on it: another stands in front of it. */
function withDispatch(dispatcher: object, tapped: Dispatch): object {
  return new Proxy(dispatcher, {
    get: (target, name) => (name === "dispatch" ? tapped : Reflect.get(target, name, target)),
  });
}

/** The call that also fills the log; null for a request that is not kept. */
function tappedCall(log: TapeLog, tap: UndiciTap, options: unknown, handler: unknown): readonly unknown[] | null {
  if (!isObject(options) || !isObject(handler) || options["method"] !== "POST") return null;
  const { path, origin, body } = options;
  const url = typeof path === "string" ? URL.parse(path, String(origin)) : null;
  if (url === null || (wireOfPath(url.pathname) ?? "foreign") === "foreign") return null;
  const head = {
    method: "POST",
    path: url.pathname + url.search,
    host: url.host,
    headers: headersOf(options["headers"]),
  };
  const entry = withDecodedAnswer(log.begin({ ...head, counters: tap.countersOf(url.host) }));
  tap.onRequest(entry.id);
  const kept = new Proxy(handler, { get: (target, name) => tapped(target, name, entry) });
  const whole = typeof body === "string" ? body : keptBytes(body ?? new Uint8Array());
  if (whole !== null) entry.requestIs(whole);
  else if (hasParts(body)) return [{ ...options, body: keptParts(body, entry) }, kept];
  return [options, kept];
}

/** Node's own fetch hands its bodies over as parts. Of a stream and a form only undici knows how to ask for the length. */
function hasParts(body: unknown): body is AsyncIterable<unknown> {
  return isAsyncIterable(body) && !("pipe" in body);
}

async function* keptParts(body: AsyncIterable<unknown>, entry: EntryLog): AsyncGenerator {
  const parts: (Buffer | null)[] = [];
  for await (const part of body) {
    parts.push(typeof part === "string" ? Buffer.from(part) : keptBytes(part));
    yield part;
  }
  const known = parts.filter((part) => part !== null);
  if (known.length === parts.length) entry.requestIs(Buffer.concat(known));
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
  const bytes = keptBytes(chunk);
  if (bytes !== null) entry.responseBytes(bytes);
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

function isAsyncIterable(value: unknown): value is AsyncIterable<unknown> {
  return isObject(value) && Symbol.asyncIterator in value;
}

function isIterable(value: unknown): value is Iterable<unknown> {
  return isObject(value) && Symbol.iterator in value;
}
