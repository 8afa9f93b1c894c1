import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import { passHttp2 } from "../../../harness/record/forward/http2/pass-http2.ts";
import { passTunnel } from "../../../harness/record/forward/pass-tunnel.ts";
import { passConnection } from "../../../harness/record/pass-connection.ts";
import { routeTo } from "../../../harness/record/route.ts";
import { listen, recorder } from "./pass-streams.ts";

const MIB = 1024 * 1024;
const total = 64 * MIB;
/** The system itself keeps at most so much for two connections on loopback: 4 MiB to send and 6 MiB to receive, each. */
const systemKeeps = 24 * MIB;

/** How both sides of a connection write, and what each of them sends first. */
type Speech = {
  readonly request: Buffer;
  readonly answer: Buffer;
  /** One of many pieces of a body. */
  readonly piece: Buffer;
};

const http1: Speech = {
  request: Buffer.from(`POST /v1/messages HTTP/1.1\r\nhost: localhost\r\ncontent-length: ${total}\r\n\r\n`),
  answer: Buffer.from(`HTTP/1.1 200 OK\r\ncontent-length: ${total}\r\n\r\n`),
  piece: Buffer.alloc(64 * 1024, "x"),
};

/** The windows of HTTP/2 are the two sides' own: here neither heeds them, so that only the connections hold anything back. */
const http2: Speech = {
  request: Buffer.concat([
    Buffer.from("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"),
    frame(4, 0, 0),
    frame(1, 4, 1, [0x83, 0x84]),
  ]),
  answer: Buffer.concat([frame(4, 0, 0), frame(1, 4, 1, [0x88])]),
  piece: Buffer.concat(Array.from({ length: 4 }, () => frame(0, 0, 1, Buffer.alloc(16_384, "x")))),
};

function frame(type: number, flags: number, stream: number, payload: Uint8Array | readonly number[] = []): Buffer {
  return Buffer.concat([
    Buffer.from([0, payload.length >> 8, payload.length & 255, type, flags, 0, 0, 0, stream]),
    Buffer.from(payload),
  ]);
}

type Relay = (client: Socket, provider: number) => Promise<void>;
const http1Relay: Relay = (client, provider) =>
  passConnection(
    client,
    routeTo(new URL(`http://127.0.0.1:${provider}`), () => {}),
    recorder,
  );
const http2Relay: Relay = (client, provider) =>
  passHttp2(client, connect(provider, "127.0.0.1"), { recorder, host: "localhost", hidesOwn: false });
const tunnelRelay: Relay = (client, provider) => passTunnel(client, connect(provider, "127.0.0.1"));

test.for([
  ["an answer over HTTP/1.1", "provider", http1, http1Relay],
  ["a request over HTTP/1.1", "client", http1, http1Relay],
  ["an answer over HTTP/2", "provider", http2, http2Relay],
  ["a request over HTTP/2", "client", http2, http2Relay],
  ["an answer that is not read", "provider", http1, tunnelRelay],
  ["a request that is not read", "client", http1, tunnelRelay],
] as const)("the sender of %s stops as soon as its receiver does", async ([, sender, speech, relay]) => {
  const { client, provider } = await connectThrough(relay, speech.request);
  provider.write(speech.answer);
  const [from, to] = sender === "client" ? [client, provider] : [provider, client];
  to.pause();
  const poured = pour(from, speech.piece);
  await untilStill(() => from.bytesWritten - from.writableLength);
  expect(from.bytesWritten - from.writableLength).toBeLessThan(systemKeeps);
  to.on("data", () => {}).resume();
  await poured;
  // Heads come first, so the body alone is a little less.
  const sent = (total / (64 * 1024)) * speech.piece.length;
  while (to.bytesRead < sent) await once(to, "data");
});

/** A client and a provider with a relay between them; the client has sent its request, and the provider has begun to read it. */
async function connectThrough(
  relay: Relay,
  request: Buffer,
): Promise<{ readonly client: Socket; readonly provider: Socket }> {
  const server = createServer();
  const port = await listen(server);
  const relaying = createServer({ allowHalfOpen: true }, (socket) => void relay(socket, port));
  const client = connect(await listen(relaying), "127.0.0.1").on("error", () => {});
  client.write(request);
  const [provider] = (await once(server, "connection")) as [Socket];
  provider.on("error", () => {});
  await once(provider, "data");
  return { client, provider };
}

/** Writes as long as the socket takes more. */
async function pour(socket: Socket, piece: Buffer): Promise<void> {
  for (let left = total; left > 0; left -= 64 * 1024) {
    if (!socket.write(piece)) await once(socket, "drain");
  }
}

/** All of it is in this process, so bytes that can move do so with every turn of its loop. */
async function untilStill(count: () => number): Promise<void> {
  for (let [last, still] = [-1, 0]; still < 300; still += 1) {
    await nextTurn();
    if (count() !== last) [last, still] = [count(), 0];
  }
}
