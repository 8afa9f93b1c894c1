import { once } from "node:events";
import type { Socket } from "node:net";

import { HarnessError } from "../kernel/faults/harness-error.ts";

/** What a client speaks to a proxy that expects plain HTTP/1.1. */
export type ForeignProtocol = "TLS" | "HTTP/2";

/** Calls `next` with the protocol that a connection's first bytes show, which stay unread; null for HTTP/1.1 and for a connection without any. */
export function afterFirstBytes(
  client: Socket,
  next: (foreign: ForeignProtocol | null) => Promise<void>,
): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const settle = (): void => {
    client.off("readable", settle).off("close", settle).off("error", settle);
    // In this very turn: an end that follows the bytes at once would be missed.
    resolve(client.destroyed ? undefined : next(protocolOf(client)));
  };
  client.on("readable", settle).on("close", settle).on("error", settle);
  return promise;
}

function protocolOf(client: Socket): ForeignProtocol | null {
  const first: unknown = client.read();
  if (!Buffer.isBuffer(first)) return null;
  client.unshift(first);
  if (first[0] === TLS_HANDSHAKE) return "TLS";
  return first.subarray(0, HTTP2_PREFACE.length).equals(HTTP2_PREFACE) ? "HTTP/2" : null;
}

/** Answers in the client's own protocol that HTTP/1.1 without TLS is needed. Resolves once the connection is closed. */
export async function refuseForeign(client: Socket, protocol: ForeignProtocol): Promise<void> {
  // Bytes that stay unread would reset the connection, and the answer would be lost.
  client.on("error", () => {}).resume();
  const closed = once(client, "close");
  client.end(protocol === "TLS" ? TLS_ALERT : goAway());
  await closed;
}

/** For people: what the client did, and the two ways to record it. */
export function foreignProtocolError(protocol: ForeignProtocol, origin: string): HarnessError {
  const plain = `give the client the base URL ${origin}`;
  return new HarnessError({
    code: "HX405",
    what: `the client speaks ${protocol === "TLS" ? "TLS" : "HTTP/2"} to the proxy, which expects plain HTTP/1.1`,
    where: origin,
    fix:
      protocol === "TLS"
        ? `${plain} with http, not https; a client that takes only https needs --forward`
        : `${plain} and let it use HTTP/1.1; a client that speaks only HTTP/2 needs --forward`,
    exit: 2,
  });
}

const TLS_HANDSHAKE = 0x16;

const HTTP2_PREFACE = Buffer.from("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");

/** A fatal alert, protocol_version: the one by which clients say that the other side does not take their TLS. */
const TLS_ALERT = Buffer.from([0x15, 0x03, 0x03, 0x00, 0x02, 0x02, 0x46]);

const [SETTINGS, GOAWAY] = [0x04, 0x07];

/** RFC 9113: the error code that asks for HTTP/1.1. */
const HTTP_1_1_REQUIRED = 0x0d;

function goAway(): Buffer {
  const debug = Buffer.from("forkproof records plain HTTP/1.1 here; use HTTP/1.1, or record with --forward");
  const payload = Buffer.alloc(8 + debug.length);
  payload.writeUInt32BE(HTTP_1_1_REQUIRED, 4);
  debug.copy(payload, 8);
  return Buffer.concat([frame(SETTINGS, Buffer.alloc(0)), frame(GOAWAY, payload)]);
}

function frame(type: number, payload: Buffer): Buffer {
  const head = Buffer.alloc(9);
  head.writeUIntBE(payload.length, 0, 3);
  head[3] = type;
  return Buffer.concat([head, payload]);
}
