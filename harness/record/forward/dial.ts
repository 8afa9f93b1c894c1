import { once } from "node:events";
import { connect, isIP, type Socket } from "node:net";
import { connect as connectSecurely, type SecureContext, type TLSSocket } from "node:tls";

import type { FrontProxy } from "./front-proxy.ts";
import { readHead } from "./read-head.ts";
import { showTarget, type Target, targetOf } from "./target.ts";

/** How this machine reaches others. */
export type Network = {
  readonly front: FrontProxy;
  /** Holds the certificates that a provider is trusted by. Made once: to read those of a whole system takes 20 ms. */
  readonly trusted: SecureContext;
  /** Where a target is really reached, by `host:port`: for tests, and for names that only the proxy in front knows. */
  readonly moved: ReadonlyMap<string, Target>;
};

/** Connects to a target, through the proxy in front if there is one. @throws Error with the reason if it cannot be reached */
export async function dial(network: Network, asked: Target, signal: AbortSignal): Promise<Socket> {
  const target = addressOf(network, asked);
  const proxy = network.front.before(target, "https");
  if (proxy === null)
    return await opened(connect({ ...target, noDelay: true, allowHalfOpen: true }), "connect", signal);
  const socket = await dialProxy(network, proxy, signal);
  const name = showTarget(target);
  socket.write([`CONNECT ${name} HTTP/1.1`, `host: ${name}`, ...proxyCredential(proxy), "", ""].join("\r\n"));
  const head = await headFrom(socket, signal);
  const [, status] = /^HTTP\/1\.[01] (\d{3})/.exec(head?.toString("latin1") ?? "") ?? [];
  if (status?.startsWith("2") === true) return socket;
  socket.destroy();
  throw new Error(`the proxy ${proxy.host} answers ${status ?? "no HTTP"}`);
}

/** The same with TLS. `protocols` are offered; what was agreed on stands in `alpnProtocol`. */
export async function dialSecurely(
  network: Network,
  asked: Target,
  { serverName, protocols }: { readonly serverName: string; readonly protocols: readonly string[] },
  signal: AbortSignal,
): Promise<TLSSocket> {
  const socket = await dial(network, asked, signal);
  const secured = connectSecurely({
    socket,
    servername: isIP(serverName) === 0 ? serverName : "",
    secureContext: network.trusted,
    ...(protocols.length > 0 && { ALPNProtocols: [...protocols] }),
  });
  return await opened(secured, "secureConnect", signal);
}

/** A connection to a proxy itself. */
async function dialProxy({ trusted }: Network, proxy: URL, signal: AbortSignal): Promise<Socket> {
  const { host, port } = targetOf(proxy);
  if (proxy.protocol === "http:")
    return await opened(connect({ host, port, noDelay: true, allowHalfOpen: true }), "connect", signal);
  const servername = isIP(host) === 0 ? host : "";
  return await opened(connectSecurely({ host, port, servername, secureContext: trusted }), "secureConnect", signal);
}

export function addressOf({ moved }: Network, target: Target): Target {
  return moved.get(showTarget(target)) ?? target;
}

/** The header by which a proxy in front knows its user, if its URL names one. */
export function proxyCredential({ username, password }: URL): readonly string[] {
  if (username === "") return [];
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return [`proxy-authorization: Basic ${Buffer.from(pair).toString("base64")}`];
}

/** Null, too, if the client leaves meanwhile. */
async function headFrom(socket: Socket, signal: AbortSignal): Promise<Buffer | null> {
  const drop = (): void => void socket.destroy();
  signal.addEventListener("abort", drop);
  try {
    return await readHead(socket);
  } finally {
    // TLS may be above it from now on, and a socket below that is destroyed never lets the upper one close.
    signal.removeEventListener("abort", drop);
  }
}

async function opened<Opening extends Socket>(socket: Opening, event: string, signal: AbortSignal): Promise<Opening> {
  try {
    await once(socket, event, { signal });
    return socket;
  } catch (fault) {
    socket.on("error", () => {});
    socket.destroy();
    throw fault;
  }
}
