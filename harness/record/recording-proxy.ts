import { once } from "node:events";
import { createServer, type Server, type Socket } from "node:net";

import { HarnessError } from "../kernel/faults/harness-error.ts";
import { failedRequest, type FailedRequestListener } from "../kernel/faults/failed-request.ts";
import { afterFirstBytes, foreignProtocolError, refuseForeign } from "./foreign-protocol.ts";
import { passConnection } from "./pass-connection.ts";
import type { Recorder } from "./recorder.ts";
import { RequestFault } from "./request-fault.ts";
import { routeTo } from "./route.ts";

/** A server on loopback that passes everything on to one provider. Closing it drops what is in flight. */
export type RecordingProxy = AsyncDisposable & {
  /** Such as `http://127.0.0.1:40123`: replaces the provider's scheme, host and port. Paths stay unchanged. */
  readonly origin: string;
  readonly close: () => Promise<void>;
};

export type ProxyOptions = {
  /** 0 for any free one. */
  readonly port?: number;
  /** Is given what to do for a client that speaks TLS or HTTP/2. */
  readonly onForeign?: (fault: HarnessError) => void;
  /** Called for each connection to the provider that cannot be opened. */
  readonly onUnreachable?: (upstream: URL, fault: Error) => void;
};

/** Keys pass through here, so only this machine may connect; the address cannot be configured. */
const HOST = "127.0.0.1";

/**
 * Starts a proxy for the scheme, host and port of `upstream`. A request on which the proxy itself fails ends only its own
 * connection: `onFailedRequest` receives it, and other requests pass on.
 *
 * @throws HarnessError HX401 if the port is in use, HX402 if none can be listened on; on close the first error of the recorder's disk, and without a
 * listener the first internal error
 */
export async function startRecordingProxy(
  upstream: URL,
  recorder: Recorder,
  onFailedRequest: FailedRequestListener | null = null,
  { port = 0, onForeign = () => {}, onUnreachable = () => {} }: ProxyOptions = {},
): Promise<RecordingProxy> {
  const faults: unknown[] = [];
  const onFault = (thrown: unknown): void => {
    const { fault, request } = thrown instanceof RequestFault ? thrown : { fault: thrown, request: UNREAD };
    // A recording that cannot be kept fails as a whole, at its end.
    if (onFailedRequest === null || fault instanceof HarnessError) faults.push(fault);
    onFailedRequest?.(failedRequest(fault, request), fault);
  };
  const passing = new Map<Socket, Promise<void>>();
  // A client that has said all it had to say may still be listening.
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (client) => {
    const passed = afterFirstBytes(client, async (protocol) => {
      if (protocol === null)
        return await passConnection(
          client,
          routeTo(upstream, (fault) => onUnreachable(upstream, fault)),
          recorder,
        );
      onForeign(foreignProtocolError(protocol, origin));
      await refuseForeign(client, protocol);
    })
      .catch(onFault)
      .finally(() => passing.delete(client));
    passing.set(client, passed);
  });
  const origin = await listen(server, port);
  const stop = async (): Promise<void> => {
    const closed = once(server, "close");
    server.close();
    for (const client of passing.keys()) client.destroy();
    await closed;
    await Promise.all(passing.values());
    if (faults.length > 0) throw faults[0];
  };
  let closing: Promise<void> | null = null;
  const close = (): Promise<void> => (closing ??= stop());
  return { origin, close, [Symbol.asyncDispose]: close };
}

const UNREAD = { method: "", path: "a connection" };

/** Listens on a port of loopback, 0 for any free one, and answers its origin. @throws HarnessError HX401, HX402 */
export async function listen(server: Server, port = 0): Promise<string> {
  try {
    server.listen(port, HOST);
    await once(server, "listening");
  } catch (cause) {
    throw notListening(port, cause);
  }
  const address = server.address();
  return `http://${HOST}:${typeof address === "object" && address !== null ? address.port : 0}`;
}

function notListening(port: number, cause: unknown): HarnessError {
  const isTaken = cause instanceof Error && "code" in cause && cause.code === "EADDRINUSE";
  if (isTaken) {
    const fix = "choose another port, or leave --port out for a free one";
    return new HarnessError({ code: "HX401", what: `port ${port} is in use`, where: HOST, fix, exit: 3, cause });
  }
  const fix = "allow this process to listen on loopback";
  const what = port === 0 ? "no port can be listened on" : `port ${port} cannot be listened on`;
  return new HarnessError({ code: "HX402", what, where: HOST, fix, exit: 3, cause });
}
