import { once } from "node:events";
import {
  type ClientHttp2Session,
  type ClientHttp2Stream,
  connect as connectHttp2,
  createServer as createHttp2Server,
  type OutgoingHttpHeaders,
  type ServerHttp2Stream,
} from "node:http2";
import { connect, createServer, type Socket } from "node:net";
import { afterEach, beforeEach } from "vitest";
import { passHttp2 } from "../../../harness/record/forward/http2/pass-http2.ts";
import { createRecorder, type Recorder } from "../../../harness/record/recorder.ts";

/** Of the test that runs. */
export let recorder: Recorder;
const open: AsyncDisposable[] = [];
beforeEach(() => {
  recorder = createRecorder({ usageIsReal: true });
});
afterEach(async () => {
  for (const each of open.splice(0).toReversed()) await each[Symbol.asyncDispose]();
  recorder[Symbol.dispose]();
});

export type Answer = (stream: ServerHttp2Stream, headers: Readonly<Record<string, unknown>>) => void;

export type Passing = {
  readonly session: ClientHttp2Session;
  /** Settles with the fault of the connection, or null. */
  readonly over: Promise<unknown>;
  /** Bytes that the client sent, as they came. */
  readonly sent: () => Buffer;
};

/** A client and a provider of Node's own HTTP/2, with what is tested between them. */
export async function pass(answer: Answer, hidesOwn = false): Promise<Passing> {
  return await passTo(await serve(answer), hidesOwn);
}

async function serve(answer: Answer): Promise<number> {
  const server = createHttp2Server({ settings: { maxHeaderListSize: 200_000 } });
  server.on("stream", (stream, headers) => {
    stream.on("error", () => {});
    answer(stream, headers);
  });
  server.on("sessionError", () => {});
  return await listen(server);
}

export async function passTo(provider: number, hidesOwn = false): Promise<Passing> {
  const over = Promise.withResolvers<unknown>();
  const sent: Buffer[] = [];
  const relay = createServer({ allowHalfOpen: true }, (client) => {
    client.on("data", (bytes: Buffer) => sent.push(bytes));
    const passed = passHttp2(client, connect(provider, "127.0.0.1"), { recorder, host: "api.example.com", hidesOwn });
    passed.then(() => over.resolve(null), over.resolve);
  });
  const session = connectHttp2(`http://127.0.0.1:${await listen(relay)}`);
  session.on("error", () => {});
  open.push({
    [Symbol.asyncDispose]: async () => {
      session.destroy();
      await over.promise;
    },
  });
  return { session, over: over.promise, sent: () => Buffer.concat(sent) };
}

export async function listen(
  server: ReturnType<typeof createServer> | ReturnType<typeof createHttp2Server>,
): Promise<number> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => sockets.add(socket));
  open.push({
    [Symbol.asyncDispose]: async () => {
      const closed = once(server, "close");
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  });
  const address = server.address();
  return typeof address === "object" && address !== null ? address.port : 0;
}

export function ask(session: ClientHttp2Session, path: string, headers: OutgoingHttpHeaders = {}): ClientHttp2Stream {
  const stream = session.request({ ":method": "POST", ":path": path, ...headers });
  stream.on("error", () => {});
  return stream;
}

export async function bodyOf(stream: ClientHttp2Stream): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(Buffer.from(part as Uint8Array));
  return Buffer.concat(parts);
}

export const echo: Answer = (stream) => {
  stream.respond({ ":status": 200, "content-type": "application/octet-stream" });
  stream.pipe(stream);
};

/** Every character that a header may have, in many lengths: texts that are coded and such that are not. */
const visible = Array.from({ length: 94 }, (_, at) => String.fromCharCode(33 + at)).join("");
export const oddHeaders: OutgoingHttpHeaders = {
  ...Object.fromEntries(
    Array.from({ length: 94 }, (_, at) => [`x-${at}`, visible.slice(at) + visible.slice(0, at >> 1)]),
  ),
  "x-long": visible.repeat(600),
};
