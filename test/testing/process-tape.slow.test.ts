import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { createServer, IncomingMessage, request, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { Worker } from "node:worker_threads";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { inspect, mockProvider, recordExchanges } from "../../harness/testing/index.ts";
import { matchers } from "../../harness/testing/vitest/vitest.ts";
import { ask, bodyOf, FORK, HEADERS, PARENT, script, SYSTEM } from "./ask-model.ts";
import { breaksOf } from "./failure-of.ts";

expect.extend({ ...matchers });

const viaGlobal: typeof fetch = (...args) => globalThis.fetch(...args);

test("a tape of the process keeps requests to models once, until it is stopped", async () => {
  await using mock = await mockProvider({
    script: { parent: [{ text: "Anna did." }], fork: [{ text: "All hold." }, { text: "Yes." }] },
  });
  const before = globalThis.fetch;
  // Node sets up its dispatcher with its first request.
  await globalThis.fetch("data:,ready");
  const tape = recordExchanges.global();
  await ask(viaGlobal, SYSTEM, PARENT, mock.baseUrl);
  await globalThis.fetch("data:,hello");
  await ask(viaGlobal, SYSTEM, FORK, mock.baseUrl);
  tape.stop();
  tape.stop();
  expect(globalThis.fetch).toBe(before);
  await ask(viaGlobal, SYSTEM, [...FORK, "All hold.", "Sure?"], mock.baseUrl);
  expect(tape.exchanges.map(({ request }) => request.toString())).toEqual([
    bodyOf(SYSTEM, PARENT),
    bodyOf(SYSTEM, FORK),
  ]);
  expect(inspect(tape).totals).toMatchObject({ requests: 2, breaks: 0 });
  expect(mock.exchanges.length).toBe(3);
});

test("a tape of the process sees a request that undici sends below fetch", async () => {
  await using mock = await mockProvider({ script });
  await globalThis.fetch("data:,ready");
  using tape = recordExchanges.global();
  // A fetch that was taken before the tape began still goes through the dispatcher.
  const ended = Promise.withResolvers<undefined>();
  const dispatcher: unknown = Reflect.get(globalThis, Symbol.for("undici.globalDispatcher.1"));
  if (typeof dispatcher !== "object" || dispatcher === null) throw new Error("this Node has no dispatcher");
  const call = {
    origin: mock.baseUrl,
    path: "/v1/messages",
    method: "POST",
    headers: HEADERS,
    body: bodyOf(SYSTEM, PARENT),
  };
  const handler = {
    onConnect: () => undefined,
    onHeaders: () => true,
    onData: () => true,
    onComplete: () => ended.resolve(undefined),
    onError: (fault: unknown) => ended.reject(fault),
  };
  const dispatch: unknown = Reflect.get(dispatcher, "dispatch");
  if (typeof dispatch !== "function") throw new Error("the dispatcher cannot dispatch");
  Reflect.apply(dispatch, dispatcher, [call, handler]);
  await ended.promise;
  expect(tape.exchanges).toMatchObject([{ outcome: "complete", response: { status: 200 } }]);
  expect(tape.exchanges[0]?.request.toString()).toBe(bodyOf(SYSTEM, PARENT));
});

test("a client that took fetch before the tape began is recorded, also with the first request of its process", () => {
  const script = `
    const taken = globalThis.fetch;
    const { mockProvider, recordExchanges } = await import("./harness/testing/index.ts");
    const tape = recordExchanges.global();
    const mock = await mockProvider({ script: { parent: [{ text: "Anna did." }] } });
    const body = ${JSON.stringify(bodyOf(SYSTEM, PARENT))};
    await (await taken(mock.baseUrl + "/v1/messages", { method: "POST", headers: ${JSON.stringify(HEADERS)}, body })).text();
    await mock[Symbol.asyncDispose]();
    console.log(JSON.stringify(tape.exchanges.map(({ request, outcome }) => [request.toString() === body, outcome])));
  `;
  const { stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "--eval", script], {
    encoding: "utf8",
  });
  expect({ stdout, stderr }).toEqual({ stdout: '[[true,"complete"]]\n', stderr: "" });
});

test("a compressed answer to a client that took fetch before is kept as its reader has it", async () => {
  await using server = await answering((response) => {
    response.writeHead(200, { "content-type": "application/json", "content-encoding": "gzip" });
    response.end(gzipSync(ANSWER));
  });
  const taken = globalThis.fetch;
  using tape = recordExchanges.global();
  expect(await ask(taken, SYSTEM, PARENT, server.url)).toBe(ANSWER);
  expect(tape.exchanges.map(({ response }) => response?.body.toString())).toEqual([ANSWER]);
});

test("a compressed answer that ends early is kept as cut by a tape that sees it below fetch", async () => {
  await using server = await answering((response) => {
    response.writeHead(200, { "content-type": "application/json", "content-encoding": "gzip" });
    response.end(gzipSync(ANSWER).subarray(0, -8));
  });
  const taken = globalThis.fetch;
  using tape = recordExchanges.global();
  await ask(taken, SYSTEM, PARENT, server.url);
  expect(tape.exchanges).toMatchObject([{ outcome: "cut" }]);
});

test("a request over node:http that bypasses the tape of the process fails the matchers, until the tape is stopped", async () => {
  await using server = await answering((response) => {
    response.writeHead(200, { "content-type": "application/json" });
    response.end(ANSWER);
  });
  const tape = recordExchanges.global();
  await ask(viaGlobal, SYSTEM, PARENT, server.url);
  await ask(viaGlobal, SYSTEM, FORK, server.url);
  expect(tape).toHaveNoCacheBreaks();
  await askOverHttp(server.url, bodyOf(`A. ${SYSTEM}`, FORK));
  const missing = /1 of 3 answered requests to models at 127\.0\.0\.1:\d+ did not pass through the tape/;
  expect(() => expect(tape).toHaveNoCacheBreaks()).toThrow(missing);
  tape.stop();
  await askOverHttp(server.url, bodyOf(`A. ${SYSTEM}`, FORK));
  expect(() => expect(tape).toHaveNoCacheBreaks()).toThrow(missing);
});

test("a fetch that is replaced while a tape of the process runs fails the matchers, unless it passes requests on", async () => {
  const original = globalThis.fetch;
  const fake: typeof fetch = () => Promise.resolve(new Response(ANSWER));
  const runs = {
    before: { fake: "before", isRed: false },
    after: { fake: "after", isRed: true },
    spy: { fake: "spy", isRed: false },
    "put back": { fake: "put back", isRed: true },
    "spy that is put back": { fake: "spy that is put back", isRed: false },
  } as const;
  for (const [name, { fake: order, isRed }] of Object.entries(runs)) {
    globalThis.fetch = fake;
    const tape = recordExchanges.global();
    const tapped = globalThis.fetch;
    await ask(viaGlobal, SYSTEM, PARENT);
    await ask(viaGlobal, SYSTEM, FORK);
    if (order === "after") globalThis.fetch = (...args) => fake(...args);
    if (order.startsWith("spy")) globalThis.fetch = (...args) => tapped(...args);
    // So does vi.stubGlobal.
    if (order === "put back")
      Object.defineProperty(globalThis, "fetch", { value: (...args: Parameters<typeof fetch>) => fake(...args) });
    await ask(viaGlobal, `A. ${SYSTEM}`, FORK);
    if (order.endsWith("put back")) Object.defineProperty(globalThis, "fetch", { value: tapped });
    const [first, second] = [breaksOf(tape), (tape.stop(), breaksOf(tape))];
    globalThis.fetch = original;
    expect(
      [first, second].map((said) => said.includes("globalThis.fetch was replaced")),
      name,
    ).toEqual([isRed, isRed]);
  }
});

test("requests of a worker thread and a child process to a server of the test fail the matchers of a tape of the process", async () => {
  const call = (url: string): string =>
    `fetch(${JSON.stringify(`${url}/v1/messages`)}, ${JSON.stringify({ method: "POST", headers: HEADERS, body: bodyOf(`A. ${SYSTEM}`, FORK) })})`;
  const starts = {
    thread: (code: string) => new Worker(code, { eval: true }),
    child: (code: string) => spawn(process.execPath, ["--eval", code]),
    neither: null,
  } as const;
  for (const [name, start] of Object.entries(starts)) {
    await using server = await answering((response) => {
      response.writeHead(200, { "content-type": "application/json" });
      response.end(ANSWER);
    });
    using tape = recordExchanges.global();
    for (const said of [PARENT, FORK]) await ask(viaGlobal, SYSTEM, said, server.url);
    if (start !== null) await once(start(call(server.url)), "exit");
    expect(breaksOf(tape), name).toMatch(
      start === null ? /^$/ : /1 of 3 requests to models that a server of this process/,
    );
  }
});

const ANSWER = JSON.stringify({ type: "message", role: "assistant", content: [{ type: "text", text: "Anna did." }] });

async function answering(answer: (response: ServerResponse) => void): Promise<AsyncDisposable & { url: string }> {
  const server = createServer((_, response) => answer(response));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has a port");
  return {
    url: `http://127.0.0.1:${address.port}`,
    [Symbol.asyncDispose]: async () => {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

async function askOverHttp(url: string, body: string): Promise<void> {
  const call = request(`${url}/v1/messages`, { method: "POST", headers: HEADERS }).end(body);
  const [response]: unknown[] = await once(call, "response");
  if (response instanceof IncomingMessage) await text(response);
}
