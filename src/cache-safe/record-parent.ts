import { refuseUnknownOption } from "../options/refuse-unknown.ts";
import type { WireName } from "../wire/wire-format.ts";
import type { CacheSafeParams } from "./cache-safe-params.ts";
import { captureCacheSafeParams } from "./capture-cache-safe-params.ts";
import { readUrlPath } from "./wire-of-url.ts";

type Fetch = typeof globalThis.fetch;

export type RecordParentOptions = {
  /** Sends the requests. Default: `globalThis.fetch`, as it is when a request is sent. */
  readonly fetch?: Fetch;
  /** Whether a request is a turn of the parent. Use it where the client also sends side requests, such as for titles. Default: every one. */
  readonly isParent?: (request: Request) => boolean;
  /** The wire format behind a gateway whose paths do not name one. Default: by the URL of each request. */
  readonly wire?: WireName;
};

export type ParentRecording = {
  /** Give it to the parent's client, not to the fork's. */
  readonly fetch: Fetch;
  /**
   * The snapshot of the parent's last turn that was answered whole; null before the first. Call it once the answer was read to its end.
   *
   * @throws ForkPointError if no fork can start from that turn
   */
  readonly latest: () => CacheSafeParams | null;
};

/**
 * Keeps the raw bytes of the parent's last turn, for an agent on any SDK that takes a fetch. The client reads every stream at its own
 * pace, and nothing of its requests is changed.
 *
 * @throws TypeError for an unknown option
 */
export function recordParent(options: RecordParentOptions = {}): ParentRecording {
  refuseUnknownOption("recordParent", options, ["fetch", "isParent", "wire"]);
  const { fetch: upstream, isParent = () => true, wire } = options;
  let started = 0;
  let last: Turn | null = null;
  const keep = (turn: Turn): void => {
    // The turn that began last, also where an older one is answered later.
    if (last === null || turn.order > last.order) last = turn;
  };
  return {
    fetch: async (input, init) => {
      const send = upstream ?? globalThis.fetch;
      const request = turnOf(input, init, wire ?? null);
      if (request === null || !isParent(request)) return send(input, init);
      const order = (started += 1);
      // A body that is a stream can be read once: the copy is sent then, and else what the caller passed.
      const isOwn = input instanceof Request || init?.body instanceof ReadableStream;
      const body = request.clone().arrayBuffer();
      // A body that breaks off is fetch's to report.
      body.catch(() => undefined);
      const response = await (isOwn ? send(request) : send(input, init));
      if (!response.ok || response.body === null) return response;
      return keptResponse(response, async (answer) => {
        const { url, headers } = request;
        keep({ order, request: Buffer.from(await body), headers: [...headers], url, answer, params: null });
      });
    },
    latest: () => {
      if (last === null) return null;
      const { request, headers, url, answer } = last;
      last.params ??= captureCacheSafeParams({ request, headers, url, answer, ...(wire !== undefined && { wire }) });
      return last.params;
    },
  };
}

type Turn = {
  readonly order: number;
  readonly request: Buffer;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly url: string;
  readonly answer: Buffer;
  params: CacheSafeParams | null;
};

/** Null for everything but a turn: another method, a count of tokens, a URL that is not absolute, a body that was used up. */
function turnOf(input: Parameters<Fetch>[0], init: Parameters<Fetch>[1], wire: WireName | null): Request | null {
  const url = URL.parse(input instanceof Request ? input.url : String(input));
  if (url === null || (input instanceof Request && input.bodyUsed)) return null;
  const { kind } = readUrlPath(url.pathname);
  if (kind === "unsupported" || (kind === "silent" && wire === null)) return null;
  const streamed: object = { duplex: "half" };
  const request = new Request(input, { ...init, ...streamed });
  return request.method === "POST" ? request : null;
}

/** The same response; `whole` gets its bytes once its reader has read them to the end. */
function keptResponse(response: Response, whole: (answer: Buffer) => Promise<void>): Response {
  const pieces: Uint8Array[] = [];
  const kept = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform: (piece, controller) => {
      pieces.push(Uint8Array.from(piece));
      controller.enqueue(piece);
    },
    flush: async () => whole(Buffer.concat(pieces)),
  });
  const { status, statusText, headers, url } = response;
  const copy = new Response(response.body?.pipeThrough(kept), { status, statusText, headers });
  // The constructor takes no URL, and clients log it.
  return Object.defineProperty(copy, "url", { value: url });
}
