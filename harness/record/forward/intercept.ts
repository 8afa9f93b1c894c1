import type { Socket } from "node:net";
import { TLSSocket } from "node:tls";

import { isLoopback } from "../../kernel/is-loopback.ts";
import { passConnection } from "../pass-connection.ts";
import type { Recorder } from "../recorder.ts";
import type { Authority } from "./authority/authority.ts";
import { type ClientHello, parseClientHello } from "./client-hello.ts";
import { dial, dialSecurely, type Network } from "./dial.ts";
import { headsFor, routeNowhere, routeOver } from "./forward-route.ts";
import { passHttp2 } from "./http2/pass-http2.ts";
import { passTunnel } from "./pass-tunnel.ts";
import { readUntil } from "./read-head.ts";
import { showTarget, type Target, targetOf } from "./target.ts";
import { reasonOf } from "../unreachable.ts";

/** What the connections of one run have in common. */
export type Interception = {
  readonly network: Network;
  readonly authority: Authority;
  readonly recorder: Recorder;
  /** A plain server that answers instead of every provider; null if they answer themselves. */
  readonly standIn: URL | null;
  /** Called for a host whose connection is about to pass unread, since it is not on the list. */
  readonly onUnread: (target: Target) => void;
  readonly onUnreachable: (target: Target, fault: unknown) => void;
  readonly onRejected: (host: string, reason: string) => void;
};

/** What one connection has besides. */
export type ClientInterception = Interception & {
  /** The socket of the client's TLS, which is to be used from now on. */
  readonly onSecured: (secured: Socket) => void;
};

/**
 * Passes a tunnel on whose client believes to talk to `target`, and reads what it asks there: TLS ends here and begins again. The
 * provider is connected first, so that both sides speak the protocol that it chooses from the client's offer.
 */
export async function intercept(client: Socket, target: Target, means: ClientInterception): Promise<void> {
  const leaving = new AbortController();
  client.once("close", () => leaving.abort());
  const hello = await readUntil(client, (bytes) => {
    const found = parseClientHello(bytes);
    return found === null ? "more" : { value: found, taken: 0 };
  });
  if (hello === null) return void client.destroy();
  const isForeign = hello !== "no hello" && hello.protocols.length > 0 && offered(hello).length === 0;
  if (isForeign) {
    const unread = await dialFor(target, means, leaving.signal);
    return unread === null ? void client.destroy() : await passTunnel(client, unread);
  }
  const provider = await connect(target, hello, means, leaving.signal);
  // TLS above a socket that is closed already would never close itself.
  if (client.destroyed) return void provider.socket?.destroy();
  // Leaves with the client, also if they never come together.
  client.once("close", () => provider.socket?.destroy());
  const isPlain = hello === "no hello";
  const secured = isPlain ? client : await acceptTls(client, target, { hello, protocol: provider.protocol }, means);
  if (secured === null) return;
  const host = hostName(target, isPlain ? 80 : 443);
  if (provider.socket === null)
    return await passConnection(secured, routeNowhere(provider.fault, host), means.recorder);
  if (provider.protocol === "h2") {
    return await passHttp2(secured, provider.socket, {
      recorder: means.recorder,
      host,
      hidesOwn: !isLoopback(target.host),
    });
  }
  await passConnection(secured, routeOver(provider.socket, host, headsFor(target.host, means.standIn)), means.recorder);
}

/** A connection to a target; null if it cannot be reached. */
export async function dialFor(
  target: Target,
  { network, onUnreachable }: Pick<Interception, "network" | "onUnreachable">,
  signal: AbortSignal,
): Promise<Socket | null> {
  try {
    return await dial(network, target, signal);
  } catch (fault) {
    if (!signal.aborted) onUnreachable(target, fault);
    return null;
  }
}

type Provider =
  | { readonly socket: Socket; readonly protocol: string | null }
  | { readonly socket: null; readonly fault: Error; readonly protocol: string | null };

/** Protocols that are read here, of those that a client offers. */
function offered({ protocols }: ClientHello): readonly string[] {
  return protocols.filter((each) => each === "h2" || each === "http/1.1");
}

async function connect(
  target: Target,
  hello: ClientHello | "no hello",
  { network, standIn, onUnreachable }: Interception,
  signal: AbortSignal,
): Promise<Provider> {
  const protocols = hello === "no hello" ? [] : offered(hello);
  const older = protocols.includes("http/1.1") ? "http/1.1" : (protocols[0] ?? null);
  try {
    if (standIn !== null) return { socket: await dial(network, targetOf(standIn), signal), protocol: older };
    if (hello === "no hello") return { socket: await dial(network, target, signal), protocol: null };
    const named = { serverName: hello.serverName ?? target.host, protocols };
    const socket = await dialSecurely(network, target, named, signal);
    return { socket, protocol: socket.alpnProtocol === false ? null : socket.alpnProtocol };
  } catch (fault) {
    if (!signal.aborted) onUnreachable(target, fault);
    return { socket: null, fault: fault instanceof Error ? fault : new Error(String(fault)), protocol: older };
  }
}

/** Null if the client does not accept our certificate, or leaves. */
async function acceptTls(
  client: Socket,
  target: Target,
  { hello, protocol }: { readonly hello: ClientHello; readonly protocol: string | null },
  { authority, onRejected, onSecured }: ClientInterception,
): Promise<TLSSocket | null> {
  const host = hello.serverName ?? target.host;
  const secured = new TLSSocket(client, {
    isServer: true,
    secureContext: authority.contextFor(host),
    ...(protocol !== null && { ALPNProtocols: [protocol] }),
  });
  onSecured(secured);
  const { promise, resolve } = Promise.withResolvers<TLSSocket | null>();
  let reason = "it closed the connection";
  const refuse = (): void => {
    onRejected(host, reason);
    resolve(null);
  };
  secured.on("error", (fault) => {
    reason = reasonOf(fault);
    secured.destroy();
  });
  secured.once("close", refuse);
  secured.once("secure", () => {
    secured.off("close", refuse);
    resolve(secured);
  });
  return await promise;
}

function hostName(target: Target, standard: number): string {
  return target.port === standard ? showTarget(target).replace(/:\d+$/, "") : showTarget(target);
}
