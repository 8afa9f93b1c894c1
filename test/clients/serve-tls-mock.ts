import { createHash } from "node:crypto";
import { once } from "node:events";
import { type IncomingMessage, request as askPlainly } from "node:http";
import { createSecureServer, type Http2ServerRequest, type Http2ServerResponse } from "node:http2";
import type { Socket } from "node:net";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { WebSocket, WebSocketServer } from "ws";
import { createAuthority } from "../../harness/record/forward/authority/authority.ts";

/** What crossed the provider's end of TLS. */
export type Crossed = {
  readonly host: string;
  readonly path: string;
  readonly protocol: string;
  readonly request: string;
  readonly answer: string;
};

export type TlsMock = AsyncDisposable & {
  readonly port: number;
  /** The certificate to trust it by. */
  readonly trustedBy: string;
  readonly crossed: readonly Crossed[];
};

/** TLS and HTTP/2 before a mocked provider on loopback, under every host's name. Digests of all bodies are taken here. */
export async function serveTlsMock(mockUrl: string, folder: string): Promise<TlsMock> {
  const authority = createAuthority();
  const trustedBy = join(folder, "provider-ca.pem");
  writeFileSync(trustedBy, authority.certificate);
  const crossed: Crossed[] = [];
  const open = new Set<Socket>();
  const server = createSecureServer({
    allowHTTP1: true,
    SNICallback: (name, take) => take(null, authority.contextFor(name)),
  });
  server.on("request", (request, response) => void pass(request, response, new URL(mockUrl), crossed));
  const sockets = new WebSocketServer({ noServer: true });
  server.on("upgrade", (request: IncomingMessage & Http2ServerRequest, socket: Socket, head: Buffer) => {
    sockets.handleUpgrade(request, socket, head, (client) => passMessages(client, request, new URL(mockUrl), crossed));
  });
  server.on("sessionError", () => {});
  server.on("connection", (socket: Socket) => open.add(socket.on("error", () => {})));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  return {
    port: typeof address === "object" && address !== null ? address.port : 0,
    trustedBy,
    crossed,
    [Symbol.asyncDispose]: async () => {
      const closed = once(server, "close");
      server.close();
      for (const socket of open) socket.destroy();
      await closed;
    },
  };
}

async function pass(
  request: Http2ServerRequest,
  response: Http2ServerResponse,
  mock: URL,
  crossed: Crossed[],
): Promise<void> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(Buffer.from(part as Uint8Array));
  const body = Buffer.concat(parts);
  const headers = Object.entries(request.headers).filter(
    ([name]) => !/^(?::|host$|connection$|content-length$)/.test(name),
  );
  const plain = askPlainly(mock, {
    method: request.method,
    path: request.url,
    headers: { ...Object.fromEntries(headers), host: mock.host, "content-length": body.length },
  });
  plain.end(body);
  const [answered] = (await once(plain, "response")) as [IncomingMessage];
  const answer = createHash("sha256");
  const kept = Object.entries(answered.headers).filter(
    ([name]) => !/^(?:connection|keep-alive|transfer-encoding)$/.test(name),
  );
  response.writeHead(answered.statusCode ?? 500, Object.fromEntries(kept));
  for await (const part of answered) {
    answer.update(part as Buffer);
    response.write(part as Buffer);
  }
  const host = (request.authority ?? request.headers.host ?? "").replace(/:443$/, "");
  crossed.push({
    host,
    path: request.url,
    protocol: request.httpVersion,
    request: digestOf(body),
    answer: answer.digest("hex"),
  });
  response.end();
}

/** A WebSocket's messages go on unchanged; an answer is all frames until the next question. */
function passMessages(client: WebSocket, request: Http2ServerRequest, mock: URL, crossed: Crossed[]): void {
  const host = request.headers.host ?? "";
  const headers = Object.entries(request.headers).filter(
    ([name]) => !/^(?:host|upgrade|connection|sec-websocket-)/.test(name),
  );
  const provider = new WebSocket(`ws://${mock.host}${request.url}`, { headers: Object.fromEntries(headers) });
  const waiting: string[] = [];
  let asked: string | null = null;
  let frames: string[] = [];
  const settle = (): void => {
    if (asked === null) return;
    const answer = digestOf(`[${frames.join(",")}]`);
    crossed.push({ host, path: request.url, protocol: "WebSocket", request: digestOf(asked), answer });
    [asked, frames] = [null, []];
  };
  client.on("message", (data: Buffer) => {
    settle();
    asked = data.toString();
    if (provider.readyState === WebSocket.OPEN) provider.send(asked);
    else waiting.push(asked);
  });
  provider.on("open", () => {
    for (const message of waiting.splice(0)) provider.send(message);
  });
  provider.on("message", (data: Buffer) => {
    frames.push(data.toString());
    client.send(data.toString());
  });
  for (const [side, other] of [
    [client, provider],
    [provider, client],
  ] as const) {
    side.on("error", () => side.terminate());
    side.on("close", () => {
      settle();
      other.close();
    });
  }
}

function digestOf(body: Buffer | string): string {
  return createHash("sha256").update(body).digest("hex");
}
