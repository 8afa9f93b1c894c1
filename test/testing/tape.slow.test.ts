import { createServer } from "node:http";
import { once } from "node:events";
import { expect, onTestFinished, test } from "vitest";
import { mockProvider, recordExchanges } from "../../harness/testing/index.ts";
import { ask, bodyOf, FORK, HEADERS, ORIGIN, PARENT, script, SYSTEM } from "./ask-model.ts";

const FIRST = 'event: ping\ndata: {"type":"ping"}\n\n';

/** A server that sends one event, and then waits or breaks the connection. */
async function stallingServer(breaks: boolean): Promise<string> {
  const server = createServer((_request, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write(FIRST, () => breaks && setImmediate(() => response.destroy()));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("the server has no port");
  return `http://127.0.0.1:${address.port}`;
}

const post = { method: "POST", headers: HEADERS, body: bodyOf(SYSTEM, PARENT) } as const;

test("a stream that its reader aborts is kept with the bytes that were read, as aborted", async () => {
  const tape = recordExchanges();
  const stop = new AbortController();
  const response = await tape.fetch(`${await stallingServer(false)}/v1/messages`, { ...post, signal: stop.signal });
  const reader = response.body?.getReader();
  const read = await reader?.read();
  expect(tape.exchanges).toMatchObject([{ outcome: null }]);
  stop.abort();
  await expect(reader?.read()).rejects.toThrow(/abort/i);
  expect(read?.value?.length).toBe(FIRST.length);
  expect(tape.exchanges).toMatchObject([{ outcome: "aborted", response: { status: 200, body: Buffer.from(FIRST) } }]);
});

test("a stream that is cancelled is kept as aborted, and one that the server breaks off as cut", async () => {
  const tape = recordExchanges();
  const cancelled = await tape.fetch(`${await stallingServer(false)}/v1/messages`, post);
  await cancelled.body?.cancel();
  const cut = await tape.fetch(`${await stallingServer(true)}/v1/messages`, post);
  await expect(cut.text()).rejects.toThrow("terminated");
  expect(tape.exchanges.map(({ outcome }) => outcome)).toEqual(["aborted", "cut"]);
});

test("a request body that is a stream or a Request is sent whole, and kept byte by byte", async () => {
  await using mock = await mockProvider({ script });
  const tape = recordExchanges();
  const url = `${mock.baseUrl}/v1/messages`;
  const { body } = new Response(post.body);
  const streamed: object = { ...post, body, duplex: "half" };
  expect((await tape.fetch(url, streamed)).status).toBe(200);
  expect((await tape.fetch(new Request(url, { ...post, body: bodyOf(SYSTEM, FORK) }))).status).toBe(200);
  for (const { exchanges } of [tape, mock]) {
    expect(exchanges.map(({ request }) => request.toString())).toEqual([post.body, bodyOf(SYSTEM, FORK)]);
  }
});

test("a form is kept as it is sent, with its boundary", async () => {
  const sent: string[] = [];
  const tape = recordExchanges({
    fetch: async (input, init) => {
      sent.push(await new Request(input, init).text());
      return new Response("{}");
    },
  });
  const form = new FormData();
  form.set("purpose", "batch");
  await tape.fetch(`${ORIGIN}/v1/files`, { method: "POST", body: form });
  expect(sent[0]).toContain('name="purpose"');
  expect(tape.exchanges.map(({ request }) => request.toString())).toEqual(sent);
});

test("a response can be read once, or twice through a clone, and is kept once", async () => {
  await using mock = await mockProvider({ script });
  const tape = recordExchanges({ fetch: mock.fetch });
  const response = await tape.fetch(`${ORIGIN}/v1/messages`, post);
  const copy = response.clone();
  const text = await response.text();
  await expect(response.text()).rejects.toThrow(TypeError);
  expect(await copy.text()).toBe(text);
  expect(text).toContain("Anna did.");
  expect(tape.exchanges.map((each) => each.response?.body.toString())).toEqual([text]);
});

test("two tapes on one fetch, and a tape on a tape, keep the same bytes", async () => {
  await using mock = await mockProvider({ script });
  const inner = recordExchanges({ fetch: mock.fetch });
  const outer = recordExchanges({ fetch: inner.fetch });
  const beside = recordExchanges({ fetch: mock.fetch });
  await ask(outer.fetch, SYSTEM, PARENT);
  await ask(beside.fetch, SYSTEM, FORK);
  const seen = [inner, outer, beside, mock].map(({ exchanges }) => exchanges.map(({ request }) => request.toString()));
  expect(seen).toEqual([
    [bodyOf(SYSTEM, PARENT)],
    [bodyOf(SYSTEM, PARENT)],
    [bodyOf(SYSTEM, FORK)],
    [bodyOf(SYSTEM, PARENT), bodyOf(SYSTEM, FORK)],
  ]);
  expect(inner.exchanges[0]?.response?.body).toEqual(outer.exchanges[0]?.response?.body);
});
