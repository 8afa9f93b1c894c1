import { once } from "node:events";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Header } from "../../kernel/exchange.ts";
import { HarnessError } from "../../kernel/faults/harness-error.ts";
import { INTERNAL_HEADERS, internalErrorBody } from "../../kernel/faults/internal-answer.ts";
import { type AskedRequest, failedRequest, type FailedRequestListener } from "../../kernel/faults/failed-request.ts";
import { answerSafely, type FaultListener } from "./answer-safely.ts";
import type { IncomingRequest, MockProvider } from "../mock-provider.ts";
import type { Sink } from "./play-plan.ts";
import { acceptWebSockets, type WebSockets } from "./via-websocket.ts";

/** A mocked provider that any client on this machine can talk to. Closing it drops what is in flight. */
export type LoopbackServer = AsyncDisposable & {
  /** Such as `http://127.0.0.1:40123`. */
  readonly baseUrl: string;
  readonly close: () => Promise<void>;
};

const HOST = "127.0.0.1";

/** An import would read every member of the module, and so load all of fetch, which takes as long as Node's start. */
const { createServer } = process.getBuiltinModule("node:http");

/**
 * Serves a mocked provider over HTTP on loopback, port 0 for any free one. This is the one transport on which a client sees a
 * real broken connection and the provider a real client that went away.
 * A request on which the provider itself fails is answered with a 500, and the next one is served. `onFailedRequest` receives the
 * error; without a listener, closing throws the first such error, because it would otherwise be lost.
 *
 * @throws HarnessError HX401 if the port is in use, HX402 if it cannot be listened on
 */
export async function serveLoopback(
  provider: Pick<MockProvider, "answer">,
  port: number = 0,
  onFailedRequest: FailedRequestListener | null = null,
): Promise<LoopbackServer> {
  const faults: unknown[] = [];
  const onFault: FaultListener = (fault, request) => {
    if (onFailedRequest === null) faults.push(fault);
    else onFailedRequest(failedRequest(fault, request), fault);
  };
  const server = createServer((request, response) => {
    const client = new AbortController();
    response.on("close", () => {
      if (!response.writableEnded) client.abort();
    });
    // The closing of a connection shows how it broke.
    response.on("error", () => undefined);
    answer(provider, request, { response, signal: client.signal, onFault }).catch((fault: unknown) => {
      const asked = { method: request.method ?? "", path: request.url ?? "" };
      onFault(fault, asked);
      answerAnyway(response, fault, asked);
    });
  });
  const sockets = acceptWebSockets(server, provider, { requestOf, onFault });
  await listen(server, port);
  let closing: Promise<void> | null = null;
  const close = (): Promise<void> => (closing ??= stop(server, sockets, faults));
  return { baseUrl: `http://${HOST}:${portOf(server)}`, close, [Symbol.asyncDispose]: close };
}

/** A fault of the mock itself broke a client's connection at the time; here it gets an owner. */
async function stop(server: Server, sockets: WebSockets, faults: readonly unknown[]): Promise<void> {
  const closed = once(server, "close");
  server.close();
  sockets.close();
  server.closeAllConnections();
  await closed;
  if (faults.length > 0) throw faults[0];
}

async function answer(
  provider: Pick<MockProvider, "answer">,
  request: IncomingMessage,
  {
    response,
    signal,
    onFault,
  }: { readonly response: ServerResponse; readonly signal: AbortSignal; readonly onFault: FaultListener },
): Promise<void> {
  const reading: Pick<MockProvider, "answer"> = {
    answer: async (envelope, sink, aborted) => {
      const body = await readBody(request);
      if (body !== null) await provider.answer({ ...envelope, body }, sink, aborted);
    },
  };
  const asked = { ...requestOf(request), body: Buffer.alloc(0) };
  await answerSafely(reading, asked, { sink: sinkOf(response, signal), signal, onFault });
}

/** Null if the client left in the middle of its request: it has asked nothing yet. An iterator would take several times as long. */
async function readBody(request: IncomingMessage): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  request.on("data", (chunk: Buffer) => void chunks.push(chunk));
  request.once("end", resolve);
  request.once("close", resolve);
  request.once("error", reject);
  try {
    await promise;
  } catch (fault) {
    if (request.complete) throw fault;
  }
  return request.complete ? Buffer.concat(chunks) : null;
}

/** The last resort, where an answer in the shape of the wire format failed too. */
function answerAnyway(response: ServerResponse, fault: unknown, asked: AskedRequest): void {
  if (response.headersSent) response.destroy();
  else response.writeHead(500, INTERNAL_HEADERS).end(internalErrorBody(fault, asked));
}

function requestOf(request: IncomingMessage): Omit<IncomingRequest, "body"> {
  return {
    method: request.method ?? "",
    path: request.url ?? "",
    host: request.headers.host ?? null,
    headers: pairs(request.rawHeaders),
  };
}

function sinkOf(response: ServerResponse, signal: AbortSignal): Sink {
  let flushed = Promise.resolve();
  return {
    start: (status, headers) => void response.writeHead(status, headers.flat()),
    write: (bytes) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      flushed = promise;
      // The callback also runs where the connection broke; that is the signal's business.
      const hasRoom = response.write(bytes, () => resolve());
      return hasRoom || signal.aborted ? undefined : promise;
    },
    end: () => void response.end(),
    cut: async () => {
      // Bytes from before the cut must reach the client: destroying a socket drops its buffered bytes.
      await flushed;
      response.destroy();
    },
  };
}

async function listen(server: Server, port: number): Promise<void> {
  try {
    server.listen(port, HOST);
    await once(server, "listening");
  } catch (fault) {
    const isTaken = fault instanceof Error && "code" in fault && fault.code === "EADDRINUSE";
    throw new HarnessError({
      code: isTaken ? "HX401" : "HX402",
      what: isTaken ? `Port ${port} is in use.` : `Port ${port} cannot be listened on.`,
      where: `${HOST}:${port}`,
      fix: "Choose another port, or none to get any free one.",
      exit: 3,
      cause: fault,
    });
  }
}

function portOf(server: Server): number {
  const address = server.address();
  return typeof address === "object" && address !== null ? address.port : 0;
}

function pairs(raw: readonly string[]): readonly Header[] {
  return raw.flatMap((name, index): readonly Header[] => (index % 2 === 0 ? [[name, raw[index + 1] ?? ""]] : []));
}
