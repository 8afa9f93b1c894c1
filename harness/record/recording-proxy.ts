import { once } from "node:events";
import { Agent, createServer, type Server } from "node:http";
import { Agent as SecureAgent } from "node:https";

import { HarnessError } from "../kernel/harness-error.ts";
import { forward } from "./forward.ts";
import { type Upgrade, passUpgrade } from "./pass-upgrade.ts";
import { headerPairs } from "./passed-headers.ts";
import type { Recorder } from "./recorder.ts";

/** A server on loopback that passes everything on to one provider. Closing it drops what is in flight. */
export type RecordingProxy = AsyncDisposable & {
  /** Such as `http://127.0.0.1:40123`: what stands for the provider's scheme, host and port. Paths stay as they are. */
  readonly origin: string;
  readonly close: () => Promise<void>;
};

/** Keys pass through here, so nobody beyond this machine may connect; there is no way to ask for another address. */
const HOST = "127.0.0.1";

/**
 * Starts a proxy for the scheme, host and port of `upstream`.
 *
 * @throws HarnessError HX402 where no port can be listened on; on close the first fault of the recorder's disk
 */
export async function startRecordingProxy(upstream: URL, recorder: Recorder): Promise<RecordingProxy> {
  // One connection a request would add a handshake to each; a client's own SDK keeps its connections too.
  const agent = upstream.protocol === "https:" ? new SecureAgent({ keepAlive: true }) : new Agent({ keepAlive: true });
  const faults: unknown[] = [];
  const passing = new Set<Promise<void>>();
  const attend = (work: Promise<void>): void => {
    const passed = work.catch((fault: unknown) => void faults.push(fault)).finally(() => passing.delete(passed));
    passing.add(passed);
  };
  const server = createServer((incoming, outgoing) => {
    const { method = "GET", url: path = "/", rawHeaders } = incoming;
    const head = { method, path, host: upstream.host, headers: headerPairs(rawHeaders), connection: null };
    attend(forward(incoming, outgoing, { upstream, agent, log: recorder.begin(head) }));
  });
  const sockets = new Set<Upgrade["socket"]>();
  server.on("upgrade", (incoming, socket, head) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
    const connection = recorder.nextConnection();
    attend(passUpgrade({ incoming, socket, head }, { upstream, agent, recorder, connection }));
  });
  // A model may think for longer than any server's patience; the client and the provider have their own.
  server.requestTimeout = 0;
  server.headersTimeout = 0;
  const origin = await listen(server);
  const stop = async (): Promise<void> => {
    const closed = once(server, "close");
    server.close();
    server.closeAllConnections();
    // A connection that speaks another protocol is no longer the server's.
    for (const socket of sockets) socket.destroy();
    await closed;
    await Promise.all(passing);
    agent.destroy();
    if (faults.length > 0) throw faults[0];
  };
  let closing: Promise<void> | null = null;
  const close = (): Promise<void> => (closing ??= stop());
  return { origin, close, [Symbol.asyncDispose]: close };
}

async function listen(server: Server): Promise<string> {
  try {
    server.listen(0, HOST);
    await once(server, "listening");
  } catch (cause) {
    const mend = "allow this process to listen on loopback";
    throw new HarnessError({ code: "HX402", what: "No port can be listened on.", where: HOST, mend, exit: 3, cause });
  }
  const address = server.address();
  return `http://${HOST}:${typeof address === "object" && address !== null ? address.port : 0}`;
}
