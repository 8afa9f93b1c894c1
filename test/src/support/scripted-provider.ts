import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Gate } from "./gate.ts";

/** What the server says to one request. `cut` breaks the connection off instead of ending the answer. */
export type Reply = {
  readonly status?: number;
  readonly headers?: { readonly [name: string]: string };
  readonly chunks: readonly (string | Gate)[];
  readonly cut?: boolean;
};

export type ReceivedRequest = {
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: Buffer;
  /** Resolves when the client has gone before the answer was whole. */
  readonly abandoned: Promise<void>;
};

/** A server on loopback that gives its replies in order, and keeps the raw bytes of every request. */
export class ScriptedProvider {
  readonly requests: ReceivedRequest[] = [];
  readonly #replies: Reply[];
  readonly #arrivals = new Map<number, () => void>();
  // No limit of its own: on a machine that stands still for seconds, an idle connection closed here would look like a retry.
  readonly #server = createServer(
    { keepAliveTimeout: 0, headersTimeout: 0, requestTimeout: 0 },
    (request, response) => {
      this.#serve(request, response).catch((fault: unknown) => response.destroy(new Error(String(fault))));
    },
  );

  private constructor(replies: readonly Reply[]) {
    this.#replies = [...replies];
  }

  static async start(replies: readonly Reply[]): Promise<ScriptedProvider> {
    const provider = new ScriptedProvider(replies);
    const { promise, resolve } = Promise.withResolvers<void>();
    provider.#server.listen(0, "127.0.0.1", resolve);
    await promise;
    return provider;
  }

  get baseUrl(): string {
    const address: string | AddressInfo | null = this.#server.address();
    if (address === null || typeof address === "string") throw new Error("the server has no port");
    return `http://127.0.0.1:${address.port}`;
  }

  /** Resolves when the request of this number, from 1, has come in whole. */
  async arrival(number: number): Promise<void> {
    if (this.requests.length >= number) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#arrivals.set(number, resolve);
    await promise;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#server.close(() => resolve());
    this.#server.closeAllConnections();
    await promise;
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(Buffer.from(part));
    const abandoned = Promise.withResolvers<void>();
    response.on("close", () => {
      if (!response.writableFinished) abandoned.resolve();
    });
    const { headers, url = "" } = request;
    this.requests.push({ path: url, headers, body: Buffer.concat(parts), abandoned: abandoned.promise });
    this.#arrivals.get(this.requests.length)?.();
    await reply(response, this.#replies.shift() ?? { status: 500, chunks: ["the script has run out"] });
  }
}

/** A whole streamed reply. */
export function streamReply(chunks: Reply["chunks"], more: Omit<Reply, "chunks"> = {}): Reply {
  return { ...more, headers: { "content-type": "text/event-stream", ...more.headers }, chunks };
}

export function jsonReply(body: string, more: Omit<Reply, "chunks"> = {}): Reply {
  return { ...more, headers: { "content-type": "application/json", ...more.headers }, chunks: [body] };
}

async function reply(
  response: ServerResponse,
  { status = 200, headers = {}, chunks, cut = false }: Reply,
): Promise<void> {
  response.writeHead(status, headers);
  for (const chunk of chunks) {
    if (typeof chunk === "string") response.write(chunk);
    else await chunk.opened;
  }
  if (!cut) response.end();
  // Whatever was written must be on the wire before the connection breaks, or the client would see no answer at all.
  else response.write("", () => response.destroy());
}
