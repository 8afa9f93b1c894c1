import { hash } from "node:crypto";
import { once } from "node:events";
import { type ClientHttp2Stream, constants, type OutgoingHttpHeaders, type ServerHttp2Stream } from "node:http2";
import { createServer } from "node:net";
import { expect, test } from "vitest";
import { ask, bodyOf, echo, listen, oddHeaders, pass, passTo, recorder } from "./pass-streams.ts";

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

/** Few enough to stay in the table of 4,096 bytes, so that later requests only refer to them. */
const remembered = { "x-first": "one of them", "x-second": "another one", "x-third": "the last one" };

function sentAt(turn: number): OutgoingHttpHeaders {
  return turn < 2 ? remembered : oddHeaders;
}

test("headers are read whole from every request of a connection, whatever its table remembers", async () => {
  const { session } = await pass(echo);
  for (const at of [0, 1, 2, 3]) {
    // The first ones fit into the table, and the last ones empty it.
    const stream = ask(session, `/v1/${at}`, { ...sentAt(at), "x-turn": String(at) });
    stream.end("{}");
    await bodyOf(stream);
  }
  session.close();
  await once(session, "close");
  const recorded = [...recorder.exchanges()];
  expect(recorded).toHaveLength(4);
  for (const [at, { headers }] of recorded.entries()) {
    expect(Object.fromEntries(headers)).toEqual({ ...sentAt(at), "x-turn": String(at) });
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
      ...remembered,
      ...(at > 0 && at < 3 && { "x-forkproof-lane": `fork[${at}]` }),
    });
    stream.end("{}");
    await bodyOf(stream);
  }
  session.close();
  await once(session, "close");
  for (const [at, headers] of heard.entries()) {
    expect(headers).toMatchObject({ ...remembered, ":path": `/v1/${at}` });
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
