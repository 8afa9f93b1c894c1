import type { Header } from "../../kernel/exchange.ts";
import type { MockProvider } from "../mock-provider.ts";
import { answerSafely, type FaultListener } from "./answer-safely.ts";
import type { Sink } from "./play-plan.ts";

/** A Fetch API request whose body is at hand. */
export type FetchedRequest = {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly Header[];
  readonly body: Buffer;
  readonly signal: AbortSignal | null;
};

/** Reads the body of a request. */
export async function readRequest(request: Request): Promise<FetchedRequest> {
  const body = Buffer.from(await request.arrayBuffer());
  return { method: request.method, url: request.url, headers: [...request.headers], body, signal: request.signal };
}

/** An answer that was read to its end: null for a body that was cut. */
export type WholeAnswer = { readonly status: number; readonly body: Buffer | null };

/** The same for a caller that waits for the whole answer: the streams of a Response cost more than to make the answer. */
export async function answerWhole(
  provider: Pick<MockProvider, "answer">,
  { method, url, headers, body }: Omit<FetchedRequest, "signal">,
  onFault: FaultListener,
): Promise<WholeAnswer> {
  const { pathname, search, host } = new URL(url);
  const chunks: Buffer[] = [];
  const seen: { status: number | null; isCut: boolean } = { status: null, isCut: false };
  const sink: Sink = {
    start: (status) => void (seen.status = status),
    write: (bytes) => void chunks.push(bytes),
    end: () => {},
    cut: () => void (seen.isCut = true),
  };
  const asked = { method, path: pathname + search, host, headers, body };
  await answerSafely(provider, asked, { sink, signal: new AbortController().signal, onFault });
  if (seen.status === null) throw brokenOff();
  return { status: seen.status, body: seen.isCut ? null : Buffer.concat(chunks) };
}

/**
 * Answers a request in this process. Rejects as fetch does: with the client's own reason where it aborts, with undici's
 * words where the connection is cut before the first byte.
 */
export async function answerRequest(
  provider: Pick<MockProvider, "answer">,
  request: FetchedRequest,
  onFault: FaultListener = () => {},
): Promise<Response> {
  const { method, url, headers, body, signal } = request;
  signal?.throwIfAborted();
  const { pathname, search, host } = new URL(url);
  const client = new AbortController();
  const response = Promise.withResolvers<Response>();
  const opened = Promise.withResolvers<ReadableStreamDefaultController<Uint8Array>>();
  let whenRead = (): void => undefined;
  const readable = new ReadableStream<Uint8Array>({
    start: opened.resolve,
    pull: () => whenRead(),
    cancel: () => client.abort(),
  });
  const writer = await opened.promise;

  const fail = (reason: unknown): void => {
    client.abort();
    response.reject(reason);
    writer.error(reason);
  };
  const leave = (): void => fail(signal?.reason);
  signal?.addEventListener("abort", leave, { once: true });
  const sink: Sink = {
    start: (status, list) => {
      const copied = list.map(([name, value]): [string, string] => [name, value]);
      response.resolve(new Response(readable, { status, headers: copied }));
    },
    write: (bytes) => writer.enqueue(new Uint8Array(bytes)),
    end: () => writer.close(),
    cut: async () => {
      // Bytes from before the cut must reach the client: a stream that errors drops its buffered bytes.
      const read = Promise.withResolvers<void>();
      whenRead = read.resolve;
      client.signal.addEventListener("abort", () => read.resolve(), { once: true });
      if ((writer.desiredSize ?? 1) < 1) await read.promise;
      fail(brokenOff());
    },
  };
  const asked = { method, path: pathname + search, host, headers, body };
  answerSafely(provider, asked, { sink, signal: client.signal, onFault })
    .catch(fail)
    .finally(() => signal?.removeEventListener("abort", leave));
  return response.promise;
}

/** As undici words it. */
function brokenOff(): TypeError {
  return new TypeError("terminated", { cause: new Error("other side closed") });
}
