import { once } from "node:events";
import { createServer } from "node:http";
import { type WebSocket, WebSocketServer } from "ws";

export type SocketUpstream = AsyncDisposable & { readonly url: URL };

/** A provider that speaks WebSocket, of a test's own making; `declines` is the status of one that does not. */
export async function serveSocket(
  answer: (message: Buffer, socket: WebSocket) => void,
  { perMessageDeflate = false, declines = null }: { perMessageDeflate?: boolean; declines?: number | null } = {},
): Promise<SocketUpstream> {
  const server = createServer();
  const sockets = new WebSocketServer({ noServer: true, perMessageDeflate });
  server.on("upgrade", (request, socket, head) => {
    if (declines !== null) {
      socket.end(`HTTP/1.1 ${declines} No\r\ncontent-type: text/plain\r\ncontent-length: 5\r\n\r\nno ws`);
      return;
    }
    sockets.handleUpgrade(request, socket, head, (each) => {
      each.on("message", (data: Buffer) => answer(data, each));
      each.on("error", () => each.terminate());
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("no port");
  return {
    url: new URL(`http://127.0.0.1:${address.port}`),
    [Symbol.asyncDispose]: async () => {
      const closed = once(server, "close");
      for (const each of sockets.clients) each.terminate();
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

/** What a client sees of one connection: each message, then how it ended. */
export async function talk(
  origin: string,
  next: (socket: WebSocket, heard: readonly string[]) => void,
  { perMessageDeflate = false, key = "any" }: { perMessageDeflate?: boolean; key?: string } = {},
): Promise<readonly string[]> {
  const { WebSocket } = await import("ws");
  const headers = { authorization: `Bearer ${key}` };
  const socket = new WebSocket(`${origin.replace("http", "ws")}/v1/responses`, { perMessageDeflate, headers });
  const heard: string[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  socket.on("open", () => next(socket, heard));
  socket.on("message", (data: Buffer) => {
    heard.push(data.toString());
    next(socket, heard);
  });
  socket.on("pong", (data) => {
    heard.push(`pong ${data.toString()}`);
    next(socket, heard);
  });
  socket.on("unexpected-response", (_, response) => {
    heard.push(`declined ${response.statusCode}`);
    response.on("data", (data: Buffer) => heard.push(data.toString()));
    response.on("end", resolve);
  });
  socket.on("error", (fault) => heard.push(`error ${"code" in fault ? String(fault.code) : fault.message}`));
  socket.on("close", (code, reason) => {
    heard.push(`closed ${code} ${reason.toString()}`);
    resolve();
  });
  await promise;
  return heard;
}
