import { describe, misuse } from "../misuse.ts";
import type { Counters, EntryLog, TapeLog } from "./tape-log.ts";
import { type Fetch, readSentRequest, type SentRequest } from "./sent-request.ts";

export type TapOptions = {
  /** Called for each request, so that a fetch which a test replaces later is used. */
  readonly upstream: () => Fetch;
  readonly countersOf: (host: string) => Counters;
  /** Requests to keep; all others pass unrecorded. Default: all. */
  readonly keeps?: (request: SentRequest) => boolean;
  readonly onRequest: (id: string) => void;
  /** Runs the call of `upstream`; by default as it is. */
  readonly around?: (call: () => Promise<Response>) => Promise<Response>;
};

/** A fetch that keeps what passes through it. Errors, aborts and the pace of a stream stay those of `upstream`. */
export function tappedFetch(log: TapeLog, options: TapOptions): Fetch {
  const { upstream, countersOf, keeps = () => true, onRequest, around = (call) => call() } = options;
  return async (input, init) => {
    const sent = readSentRequest(input, init);
    const send = (): Promise<Response> => around(() => upstream()(...(sent?.pass ?? [input, init])));
    if (sent === null || !keeps(sent)) return send();
    const { method, url, headers, signal, body } = sent;
    const path = url.pathname + url.search;
    const entry = log.begin({ method, path, host: url.host, headers, counters: countersOf(url.host) });
    if (typeof body === "string" || Buffer.isBuffer(body)) entry.requestIs(body);
    // A body that broke off was not sent whole, and is not kept; fetch itself reports the error. If it is answered nevertheless, it is lost.
    else body?.then(entry.requestIs, () => undefined);
    onRequest(entry.id);
    let response: Response;
    try {
      response = checked(await send());
    } catch (fault) {
      entry.ended(signal?.aborted === true ? "aborted" : "unreachable");
      throw fault;
    }
    return tappedResponse(response, entry, signal);
  };
}

/** A stand-in of a test often answers with less than a Response. @throws HarnessError HX541 for such an answer */
function checked(response: Response): Response {
  const given: unknown = response;
  if (given instanceof Response || (isObject(given) && has(given["headers"], "get") && isStream(given["body"]))) {
    return response;
  }
  const what = `the fetch behind recordExchanges answered ${describe(given)}, not a Response`;
  throw misuse("HX541", what, "answer new Response(body, { status, headers }) of Node");
}

/** Other implementations of fetch bring their own classes. */
function isStream(body: unknown): boolean {
  return body === null || has(body, "getReader");
}

function has(value: unknown, method: string): boolean {
  return isObject(value) && typeof value[method] === "function";
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

/** The same response; its body is kept as its reader reads it. */
function tappedResponse(response: Response, entry: EntryLog, signal: AbortSignal | null): Response {
  entry.responseBegan(response.status, (name) => response.headers.get(name));
  if (response.body === null) {
    entry.ended("complete");
    return response;
  }
  const { status, statusText, headers } = response;
  const copy = new Response(keptStream(response.body, entry, signal), { status, statusText, headers });
  // The constructor takes no URL, and clients log it.
  for (const name of SAID_BY_FETCH) Object.defineProperty(copy, name, { value: response[name] });
  return copy;
}

const SAID_BY_FETCH = ["url", "redirected", "type"] as const;

function keptStream(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  entry: EntryLog,
  signal: AbortSignal | null,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const reader = body.getReader();
  // Nothing is read ahead of the caller: what it did not read stays unread.
  const strategy = { highWaterMark: 0 };
  return new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      pull: async (controller) => {
        try {
          const { done, value } = await reader.read();
          if (done) {
            entry.ended("complete");
            controller.close();
            return;
          }
          entry.responseBytes(value);
          controller.enqueue(value);
        } catch (fault) {
          entry.ended(signal?.aborted === true ? "aborted" : "cut");
          throw fault;
        }
      },
      cancel: async (reason) => {
        entry.ended("aborted");
        await reader.cancel(reason);
      },
    },
    strategy,
  );
}
