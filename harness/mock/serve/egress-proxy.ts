import { once } from "node:events";
import { createServer } from "node:http";
import type { HarnessError } from "../../kernel/faults/harness-error.ts";
import { refuseHost } from "./egress-guard.ts";

/** Holds a child process on loopback, as far as its client heeds the usual proxy variables. */
export type EgressProxy = AsyncDisposable & {
  /** For the child: every host but loopback goes through the proxy. */
  readonly env: Readonly<Record<string, string>>;
  /** Each host that was refused, in order. */
  readonly refused: () => readonly HarnessError[];
};

/**
 * A proxy on loopback that lets nothing through and remembers who was asked for. A guard inside the process (see
 * guardEgress) does not reach a child; curl, Python's and Go's clients and Node 24 do read these variables. A program that opens
 * sockets of its own is not held.
 */
export async function serveEgressProxy(): Promise<EgressProxy> {
  const refused: HarnessError[] = [];
  const server = createServer((request, response) => {
    refused.push(refuseHost(URL.parse(request.url ?? "")?.host ?? request.headers.host ?? "an unknown host"));
    response.writeHead(403).end();
  });
  server.on("connect", (request, socket) => {
    // A child that resets its connection here would end the whole run.
    socket.on("error", () => socket.destroy());
    refused.push(refuseHost(request.url ?? "an unknown host"));
    socket.end("HTTP/1.1 403 Forbidden\r\n\r\n");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const proxy = `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`;
  const direct = "127.0.0.1,localhost,::1";
  return {
    env: {
      HTTP_PROXY: proxy,
      HTTPS_PROXY: proxy,
      ALL_PROXY: proxy,
      http_proxy: proxy,
      https_proxy: proxy,
      all_proxy: proxy,
      NO_PROXY: direct,
      no_proxy: direct,
      // Node's own clients read the others only on request (Node 24, "Built-in proxy support").
      NODE_USE_ENV_PROXY: "1",
    },
    refused: () => [...refused],
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
