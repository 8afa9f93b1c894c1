import { once } from "node:events";
import type { Socket } from "node:net";

import { HarnessError } from "../kernel/faults/harness-error.ts";

/** What a client speaks to a proxy that expects plain HTTP/1.1 for one provider; CONNECT asks for a tunnel to any host. */
export type ForeignProtocol = "TLS" | "HTTP/2" | "CONNECT";

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
  if (startsWith(first, CONNECT)) return "CONNECT";
  return startsWith(first, HTTP2_PREFACE) ? "HTTP/2" : null;
}

function startsWith(bytes: Buffer, beginning: Buffer): boolean {
  return bytes.subarray(0, beginning.length).equals(beginning);
}

/** Answers in the client's own protocol that HTTP/1.1 without TLS or a tunnel is needed. Resolves once the connection is closed. */
export async function refuseForeign(client: Socket, protocol: ForeignProtocol): Promise<void> {
  // Bytes that stay unread would reset the connection, and the answer would be lost.
  client.on("error", () => {}).resume();
  const closed = once(client, "close");
  client.end(answers[protocol]());
  await closed;
}

/** For people: what the client did, and the two ways to record it. */
export function foreignProtocolError(protocol: ForeignProtocol, origin: string): HarnessError {
  const plain = `give the client the base URL ${origin}`;
  const told: Readonly<Record<ForeignProtocol, readonly [does: string, fix: string]>> = {
    TLS: [
      "speaks TLS to the proxy, which expects plain HTTP/1.1",
      `${plain} with http, not https; a client that takes only https needs --forward`,
    ],
    "HTTP/2": [
      "speaks HTTP/2 to the proxy, which expects plain HTTP/1.1",
      `${plain} and let it use HTTP/1.1; a client that speaks only HTTP/2 needs --forward`,
    ],
    CONNECT: [
      "asks for a tunnel (CONNECT), which only --forward opens",
      `record with --forward, or ${plain} and take it out of HTTPS_PROXY`,
    ],
  };
  const [does, fix] = told[protocol];
  return new HarnessError({ code: "HX405", what: `the client ${does}`, where: origin, fix, exit: 2 });
}

const TLS_HANDSHAKE = 0x16;

const CONNECT = Buffer.from("CONNECT ");

const HTTP2_PREFACE = Buffer.from("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");

/** A fatal alert, protocol_version: the one by which clients say that the other side does not take their TLS. */
const TLS_ALERT = Buffer.from([0x15, 0x03, 0x03, 0x00, 0x02, 0x02, 0x46]);

/** Clients show the first line, so that it says what to do. */
const NO_TUNNEL =
  "HTTP/1.1 405 forkproof opens no tunnels here, record with --forward\r\ncontent-length: 0\r\nconnection: close\r\n\r\n";

const answers: Readonly<Record<ForeignProtocol, () => Buffer>> = {
  TLS: () => TLS_ALERT,
  "HTTP/2": goAway,
  CONNECT: () => Buffer.from(NO_TUNNEL),
};

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
