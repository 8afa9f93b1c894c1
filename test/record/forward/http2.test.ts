import { hash } from "node:crypto";
import { once } from "node:events";
import {
  type ClientHttp2Session,
  type ClientHttp2Stream,
  connect as connectHttp2,
  constants,
  createServer as createHttp2Server,
  type OutgoingHttpHeaders,
  type ServerHttp2Stream,
} from "node:http2";
import { connect, createServer, type Socket } from "node:net";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Header } from "../../../harness/kernel/exchange.ts";
import { FrameReader } from "../../../harness/record/forward/http2/frame-reader.ts";
import { passHttp2 } from "../../../harness/record/forward/http2/pass-http2.ts";
import { createRecorder, type Recorder } from "../../../harness/record/recorder.ts";

let recorder: Recorder;
const open: AsyncDisposable[] = [];
beforeEach(() => {
  recorder = createRecorder({ usageIsReal: true });
});
afterEach(async () => {
  for (const each of open.splice(0).toReversed()) await each[Symbol.asyncDispose]();
  recorder[Symbol.dispose]();
});

type Answer = (stream: ServerHttp2Stream, headers: Readonly<Record<string, unknown>>) => void;

type Passing = {
  readonly session: ClientHttp2Session;
  /** Settles with the fault of the connection, or null. */
  readonly over: Promise<unknown>;
  /** Bytes that the client sent, as they came. */
  readonly sent: () => Buffer;
};

/** A client and a provider of Node's own HTTP/2, with what is tested between them. */
async function pass(answer: Answer, hidesOwn = false): Promise<Passing> {
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

async function passTo(provider: number, hidesOwn = false): Promise<Passing> {
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

async function listen(server: ReturnType<typeof createServer> | ReturnType<typeof createHttp2Server>): Promise<number> {
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

function ask(session: ClientHttp2Session, path: string, headers: OutgoingHttpHeaders = {}): ClientHttp2Stream {
  const stream = session.request({ ":method": "POST", ":path": path, ...headers });
  stream.on("error", () => {});
  return stream;
}

async function bodyOf(stream: ClientHttp2Stream): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(Buffer.from(part as Uint8Array));
  return Buffer.concat(parts);
}

const echo: Answer = (stream) => {
  stream.respond({ ":status": 200, "content-type": "application/octet-stream" });
  stream.pipe(stream);
};

test("an HTTP/2 connection passes 40 streams at once, each with its own bytes in the recording", async () => {
  const { session } = await pass(echo);
  const bodies = Array.from({ length: 40 }, (_, at) => Buffer.alloc(100_000 + at, `${at} of 40; `));
  const echoed = await Promise.all(
    bodies.map((body, at) => {
      const stream = ask(session, `/v1/${at}`);
      stream.end(body);
      return bodyOf(stream);
    }),
  );
  expect(echoed.map((each) => hash("sha256", each))).toEqual(bodies.map((each) => hash("sha256", each)));
  session.close();
  await once(session, "close");
  const recorded = new Map([...recorder.exchanges()].map((each) => [each.path, each]));
  for (const [at, body] of bodies.entries()) {
    const exchange = recorded.get(`/v1/${at}`);
    expect(exchange?.request.equals(body)).toBe(true);
    expect(exchange?.response?.body.equals(body)).toBe(true);
    expect(exchange).toMatchObject({ outcome: "complete", method: "POST" });
  }
  expect(recorder.count()).toMatchObject({ recorded: 40, complete: 40 });
});

/** Every character that a header may have, in many lengths: texts that are coded and such that are not. */
const visible = Array.from({ length: 94 }, (_, at) => String.fromCharCode(33 + at)).join("");
const oddHeaders: OutgoingHttpHeaders = {
  ...Object.fromEntries(
    Array.from({ length: 94 }, (_, at) => [`x-${at}`, visible.slice(at) + visible.slice(0, at >> 1)]),
  ),
  "x-long": visible.repeat(600),
};

test("headers are read whole from every request of a connection, whatever its table remembers", async () => {
  const { session } = await pass(echo);
  for (const at of [0, 1, 2]) {
    const stream = ask(session, `/v1/${at}`, { ...oddHeaders, "x-turn": String(at) });
    stream.end("{}");
    await bodyOf(stream);
  }
  session.close();
  await once(session, "close");
  const recorded = [...recorder.exchanges()];
  expect(recorded).toHaveLength(3);
  for (const [at, { headers }] of recorded.entries()) {
    expect(Object.fromEntries(headers)).toEqual({ ...oddHeaders, "x-turn": String(at) });
  }
});

test("headers of forkproof's own are left out of each request, and no other header is", async () => {
  const heard: Readonly<Record<string, unknown>>[] = [];
  const { session } = await pass((stream, headers) => {
    heard.push({ ...headers });
    stream.respond({ ":status": 200 });
    stream.end("{}");
  }, true);
  for (const at of [0, 1, 2, 3]) {
    const stream = ask(session, `/v1/${at}`, {
      ...oddHeaders,
      ...(at > 0 && at < 3 && { "x-forkproof-lane": `fork[${at}]` }),
    });
    stream.end("{}");
    await bodyOf(stream);
  }
  session.close();
  await once(session, "close");
  for (const [at, headers] of heard.entries()) {
    expect(headers).toMatchObject({ ...oddHeaders, ":path": `/v1/${at}` });
    expect(headers["x-forkproof-lane"]).toBe(undefined);
  }
  const lanes = [...recorder.exchanges()].map(({ headers }) => new Map(headers).get("x-forkproof-lane"));
  expect(lanes).toEqual([undefined, "fork[1]", "fork[2]", undefined]);
});

test("an event reaches the client before the provider sends the next one", async () => {
  const read = Array.from({ length: 3 }, () => Promise.withResolvers<void>());
  const { session } = await pass((stream) => {
    stream.respond({ ":status": 200, "content-type": "text/event-stream" });
    void (async () => {
      for (const [at, { promise }] of read.entries()) {
        stream.write(`data: ${at}\n\n`);
        await promise;
      }
      stream.end();
    })();
  });
  const stream = ask(session, "/v1/events");
  stream.end("{}");
  const events: string[] = [];
  for await (const part of stream) {
    events.push(Buffer.from(part as Uint8Array).toString());
    read[events.length - 1]?.resolve();
  }
  expect(events).toEqual(["data: 0\n\n", "data: 1\n\n", "data: 2\n\n"]);
});

test("a reader that stops reading stops the provider, too", async () => {
  let written = 0;
  const [isFull, isOver] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const piece = Buffer.alloc(64 * 1024, "x");
  const total = 64 * 1024 * 1024;
  const { session } = await pass((stream) => {
    stream.respond({ ":status": 200 });
    const fill = (): void => {
      while (written < total) {
        written += piece.length;
        if (!stream.write(piece)) return isFull.resolve();
      }
      stream.end(isOver.resolve);
    };
    stream.on("drain", fill);
    fill();
  });
  const stream = ask(session, "/v1/large");
  stream.end("{}");
  await once(stream, "response");
  await isFull.promise;
  // The window of a stream is 64 KiB; what is written above it waits in the provider.
  expect(written).toBeLessThan(total / 8);
  expect((await bodyOf(stream)).length).toBe(total);
  await isOver.promise;
});

test.for([
  ["the client gives a stream up", "aborted", (client: ClientHttp2Stream) => client.close(constants.NGHTTP2_CANCEL)],
  ["the client's connection breaks", "aborted", (client: ClientHttp2Stream) => client.session?.destroy()],
  [
    "the provider resets a stream",
    "cut",
    (_: ClientHttp2Stream, provider: ServerHttp2Stream) => provider.destroy(new Error("reset")),
  ],
  [
    "the provider's connection breaks",
    "cut",
    (_: ClientHttp2Stream, provider: ServerHttp2Stream) => provider.session?.destroy(),
  ],
] as const)("if %s, the exchange is %s and holds what came before", async ([, outcome, breakOff]) => {
  const answering = Promise.withResolvers<ServerHttp2Stream>();
  const { session, over } = await pass((stream) => {
    stream.respond({ ":status": 200 });
    stream.write("half");
    answering.resolve(stream);
  });
  const stream = ask(session, "/v1/messages");
  stream.end("{}");
  await once(stream, "data");
  const closed = new Promise((resolve) => stream.on("close", resolve));
  breakOff(stream, await answering.promise);
  await closed;
  session.destroy();
  await over;
  expect([...recorder.exchanges()]).toMatchObject([{ outcome, path: "/v1/messages" }]);
  const [exchange] = recorder.exchanges();
  expect(exchange?.response?.body.toString()).toBe("half");
});

test("bytes that are not HTTP/2 end both connections with a fault that names the request", async () => {
  // A header block of the first stream that names an entry which does not exist.
  const frame = Buffer.from([0, 0, 2, 1, 4, 0, 0, 0, 1, 0xff, 0x7f]);
  const provider = await listen(createServer((socket) => socket.once("data", () => socket.write(frame))));
  const { session, over } = await passTo(provider);
  const stream = ask(session, "/v1/messages");
  stream.end("{}");
  expect(await over).toMatchObject({ name: "RequestFault", request: { method: "POST", path: "/v1/messages" } });
});

test("a connection is read alike in single bytes and in one piece", async () => {
  const { session, sent } = await pass(echo);
  for (const at of [0, 1]) {
    const stream = ask(session, `/v1/${at}`, oddHeaders);
    stream.end(`{"at":${at}}`);
    await bodyOf(stream);
  }
  const bytes = sent();
  const whole = readFrames([bytes]);
  expect(whole.told.length).toBeGreaterThan(5);
  expect(readFrames(Array.from(bytes, (byte) => Buffer.from([byte])))).toEqual(whole);
  expect(whole.raw.equals(bytes)).toBe(true);
});

/** Everything that is told of these pieces, and the bytes that are to pass on. */
function readFrames(pieces: readonly Buffer[]): { readonly told: readonly unknown[]; readonly raw: Buffer } {
  const told: unknown[] = [];
  const raw: Buffer[] = [];
  let data = "";
  const flush = (): void => {
    if (data !== "") told.push(["data", data]);
    data = "";
  };
  const keep = (what: string, stream: number, headers?: readonly Header[]): void => {
    flush();
    told.push([what, stream, headers]);
  };
  const reader = new FrameReader("client", {
    headers: (block) => {
      keep("headers", block.stream, block.headers);
      raw.push(block.raw);
    },
    data: (_, bytes) => (data += bytes.toString("latin1")),
    end: (stream) => keep("end", stream),
    reset: (stream) => keep("reset", stream),
    raw: (bytes) => raw.push(Buffer.from(bytes)),
  });
  for (const piece of pieces) reader.read(piece);
  flush();
  return { told, raw: Buffer.concat(raw) };
}
