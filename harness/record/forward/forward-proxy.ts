import { once } from "node:events";
import { createServer, type Socket } from "node:net";

import { failedRequest, type FailedRequestListener } from "../../kernel/faults/failed-request.ts";
import { HarnessError } from "../../kernel/faults/harness-error.ts";
import { listen } from "../recording-proxy.ts";
import { RequestFault } from "../request-fault.ts";
import type { HostList } from "./host-list.ts";
import { type ClientInterception, dialFor, intercept, type Interception } from "./intercept.ts";
import { discardRecorder } from "./discard-recorder.ts";
import { passPlain } from "./pass-plain.ts";
import { passTunnel } from "./pass-tunnel.ts";
import { readHead } from "./read-head.ts";
import { parseTarget } from "./target.ts";

/** A proxy on loopback that clients send everything through. Closing it drops what is in flight. */
export type ForwardProxy = AsyncDisposable & { readonly origin: string; readonly close: () => Promise<void> };

const NOT_A_PROXY_REQUEST =
  "HTTP/1.1 400 Bad Request\r\ncontent-type: text/plain\r\nconnection: close\r\n\r\nThis is a forward proxy. Set it as HTTPS_PROXY; it is not a base URL.\n";

/**
 * Starts a proxy that reads the traffic of `hosts` and passes every other connection on unread.
 *
 * @throws HarnessError HX401 and HX402 if the port cannot be listened on; on close the first error of the recorder's disk
 */
export async function startForwardProxy(
  hosts: HostList,
  means: Interception,
  onFailedRequest: FailedRequestListener,
  port = 0,
): Promise<ForwardProxy> {
  const faults: HarnessError[] = [];
  const onFault = (thrown: unknown): void => {
    const { fault, request } = thrown instanceof RequestFault ? thrown : { fault: thrown, request: UNREAD };
    // A recording that cannot be kept fails as a whole, at its end.
    if (fault instanceof HarnessError) faults.push(fault);
    onFailedRequest(failedRequest(fault, request), fault);
  };
  /** Connections by the socket that came; of one with TLS the socket above, since with the one below it never closes. */
  const clients = new Map<Socket, Socket>();
  const passing = new Set<Promise<void>>();
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (client) => {
    // Who reads it next shows how it broke.
    client.on("error", () => {});
    clients.set(client, client);
    client.once("close", () => clients.delete(client));
    const passed = serve(client, hosts, {
      ...means,
      // A client whose connection is dropped here has refused nothing.
      onRejected: (host, reason) => {
        if (closing === null) means.onRejected(host, reason);
      },
      onSecured: (secured) => void clients.set(client, secured),
    })
      .catch((fault: unknown) => {
        client.destroy();
        onFault(fault);
      })
      .finally(() => passing.delete(passed));
    passing.add(passed);
  });
  const origin = await listen(server, port);
  const stop = async (): Promise<void> => {
    const closed = once(server, "close");
    server.close();
    for (const client of clients.values()) client.destroy();
    await closed;
    await Promise.all(passing);
    if (faults.length > 0) throw faults[0];
  };
  let closing: Promise<void> | null = null;
  const close = (): Promise<void> => (closing ??= stop());
  return { origin, close, [Symbol.asyncDispose]: close };
}

const UNREAD = { method: "", path: "a connection" };

async function serve(client: Socket, hosts: HostList, means: ClientInterception): Promise<void> {
  const head = await readHead(client);
  const [, method, asked = ""] = /^(\S+) (\S+) HTTP\/1\.[01]\r\n/.exec(head?.toString("latin1") ?? "") ?? [];
  if (method === "CONNECT") return await serveTunnel(client, asked, hosts, means);
  const url = /^http:/i.test(asked) ? URL.parse(asked) : null;
  if (head === null || url === null) return leave(client, head === null ? "" : NOT_A_PROXY_REQUEST);
  client.unshift(head);
  await passPlain(client, url, means, hosts.has(url.hostname) ? means.recorder : discardRecorder);
}

async function serveTunnel(client: Socket, asked: string, hosts: HostList, means: ClientInterception): Promise<void> {
  const target = parseTarget(asked);
  if (target === null) return leave(client, "HTTP/1.1 400 Bad Request\r\nconnection: close\r\n\r\n");
  if (hosts.has(target.host)) {
    client.write(ESTABLISHED);
    return await intercept(client, target, means);
  }
  const leaving = new AbortController();
  client.once("close", () => leaving.abort());
  const provider = await dialFor(target, means, leaving.signal);
  if (provider === null) return leave(client, "HTTP/1.1 502 Bad Gateway\r\nconnection: close\r\n\r\n");
  means.onUnread(target);
  client.write(ESTABLISHED);
  await passTunnel(client, provider);
}

const ESTABLISHED = "HTTP/1.1 200 Connection Established\r\n\r\n";

/** Answers, and reads the rest: unread bytes would break the connection before the answer arrives. */
function leave(client: Socket, answer: string): void {
  client.end(answer);
  client.resume();
}
