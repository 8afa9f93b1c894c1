import type { MockProvider } from "./mock-provider.ts";
import type { Sink } from "./play-plan.ts";

/**
 * Answers one Fetch API request in this process. Rejects as fetch does: with the client's own reason where it aborts, with
 * undici's words where the connection is cut before the first byte.
 */
export async function answerRequest(provider: MockProvider, request: Request): Promise<Response> {
  const body = Buffer.from(await request.arrayBuffer());
  const { pathname, search, host } = new URL(request.url);
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
  const { signal } = request;
  if (signal.aborted) fail(signal.reason);
  signal.addEventListener("abort", () => fail(signal.reason), { once: true });
  const sink: Sink = {
    start: (status, headers) => {
      const list = headers.map(([name, value]): [string, string] => [name, value]);
      response.resolve(new Response(readable, { status, headers: list }));
    },
    write: (bytes) => writer.enqueue(new Uint8Array(bytes)),
    end: () => writer.close(),
    cut: async () => {
      // What was written before the cut must reach the client: a stream that errors drops what it still holds.
      const read = Promise.withResolvers<void>();
      whenRead = read.resolve;
      client.signal.addEventListener("abort", () => read.resolve(), { once: true });
      if ((writer.desiredSize ?? 1) < 1) await read.promise;
      fail(new TypeError("terminated", { cause: new Error("other side closed") }));
    },
  };
  const incoming = { method: request.method, path: pathname + search, host, headers: [...request.headers], body };
  provider.answer(incoming, sink, client.signal).catch(fail);
  return response.promise;
}
