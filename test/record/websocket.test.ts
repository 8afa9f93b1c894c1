import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { WebSocket } from "ws";
import { openCassette } from "../../harness/cassette/open-cassette.ts";
import { openRecording } from "../../harness/cassette/open-recording.ts";
import type { RecordedExchange } from "../../harness/cassette/recorded-exchange.ts";
import { writeCassette } from "../../harness/cassette/format/write-cassette.ts";
import { makeTempFolder } from "../../harness/io/files/disk.ts";
import { headerOf } from "../../harness/kernel/exchange.ts";
import { createMockProvider } from "../../harness/mock/mock-provider.ts";
import { parseScript } from "../../harness/mock/script/parse-script.ts";
import { createVirtualClock } from "../../harness/mock/serve/clock.ts";
import { serveLoopback } from "../../harness/mock/serve/via-loopback.ts";
import { createRecorder, type Recorder } from "../../harness/record/recorder.ts";
import { startRecordingProxy } from "../../harness/record/recording-proxy.ts";
import { inspectRecording } from "../../harness/verdict/recording/inspect-recording.ts";
import { observe } from "./observe.ts";
import { serveSocket, talk } from "./serve-socket.ts";

let recorder: Recorder;
beforeEach(() => {
  recorder = createRecorder({ usageIsReal: true });
});
afterEach(() => recorder[Symbol.dispose]());

/** As a client of the Responses API asks: first all, then what is new. White space shows whether the bytes stay. */
const question =
  '{"type":"response.create", "model":"gpt-6.1-sol","input":[{"role":"user","content":"What lies at 49?"}]}';
const delta =
  '{"type":"response.create","model":"gpt-6.1-sol",  "previous_response_id":"resp_1","input":[{"role":"user","content":"And at 56?"}]}';
const item = '{"type":"message","id":"msg_1","role":"assistant","content":[{"type":"output_text","text":"Röpe."}]}';

function framesOf(id: string): readonly string[] {
  return [
    `{"type":"response.created","response":{"id":"${id}"}}`,
    `{ "type":"response.output_item.done","item":${item} }`,
    `{"type":"response.completed","response":{"id":"${id}","usage":{"input_tokens":40,"output_tokens":3}}}`,
  ];
}

function answerAll(message: Buffer, socket: WebSocket): void {
  for (const frame of framesOf(message.includes("previous_response_id") ? "resp_2" : "resp_1")) socket.send(frame);
}

/** Asks both questions, one behind the other, then closes. */
function askBoth(socket: WebSocket, heard: readonly string[]): void {
  if (heard.length === 0) socket.send(question);
  if (heard.length === 3) socket.send(delta);
  if (heard.length === 6) socket.close(1000, "done");
}

const messages = (): readonly RecordedExchange[] =>
  [...recorder.exchanges()].filter(({ method }) => method === "WS-MESSAGE");

test.for([false, true])(
  "frames of both directions are kept raw, and each answer has its question (compressed: %s)",
  async (perMessageDeflate) => {
    await using upstream = await serveSocket(answerAll, { perMessageDeflate });
    const direct = await talk(upstream.url.origin, askBoth, { perMessageDeflate });
    await using proxy = await startRecordingProxy(upstream.url, recorder);
    expect(await talk(proxy.origin, askBoth, { perMessageDeflate })).toEqual(direct);
    await proxy.close();
    expect(direct).toEqual([...framesOf("resp_1"), ...framesOf("resp_2"), "closed 1000 done"]);
    const [upgrade, first, second, ...others] = recorder.exchanges();
    expect(others).toEqual([]);
    expect(upgrade).toMatchObject({ method: "WS-UPGRADE", response: { status: 101 }, socket: { connection: "ws1" } });
    expect(first).toMatchObject({
      method: "WS-MESSAGE",
      path: "/v1/responses",
      socket: { connection: "ws1", responseId: "resp_1" },
      outcome: "complete",
      fidelity: "A",
    });
    expect(second?.socket).toEqual({ connection: "ws1", responseId: "resp_2" });
    expect(first?.request.toString()).toBe(question);
    expect(second?.request.toString()).toBe(delta);
    expect(first?.response?.body.toString()).toBe(`[${framesOf("resp_1").join(",")}]`);
    expect(first?.chunks?.reduce((sum, [, bytes]) => sum + bytes, 0)).toBe(first?.response?.body.length);
  },
);

test("the cassette of a WebSocket is judged on the requests that the provider builds from its deltas", async () => {
  await using upstream = await serveSocket(answerAll);
  await using proxy = await startRecordingProxy(upstream.url, recorder);
  await talk(proxy.origin, askBoth);
  await proxy.close();
  using folder = makeTempFolder();
  const cassette = join(folder.path, "cassette");
  writeCassette(cassette, recorder.exchanges());
  expect(openCassette(cassette).load("3").request.toString()).toBe(delta);
  const { exchanges } = inspectRecording(openRecording(cassette));
  expect(exchanges.find(({ id }) => id === "3")).toMatchObject({
    parent: "2",
    relation: "turn",
    verdict: "byte-identical",
  });
});

test("a recording of a mocked provider shows over WebSocket, too, that a fork asked another workspace's cache", async () => {
  const script = parseScript({ parent: [{ text: "Nine are left." }], fork: [{ text: "Yes." }] });
  await using mock = await serveLoopback(await createMockProvider({ script, clock: createVirtualClock() }));
  await using proxy = await startRecordingProxy(new URL(mock.baseUrl), recorder);
  const head = { type: "response.create", model: "gpt-5.1", instructions: "Look after the harbour. ".repeat(900) };
  const says = (role: string, type: string, text: string): object => ({ role, content: [{ type, text }] });
  const asked = says("user", "input_text", "How many are left?");
  const fork = [asked, says("assistant", "output_text", "Nine are left."), says("user", "input_text", "Sure?")];
  for (const [key, input] of [
    ["any@one", [asked]],
    ["any@two", fork],
  ] as const) {
    const ask = (socket: WebSocket, heard: readonly string[]): void => {
      if (heard.length === 0) socket.send(JSON.stringify({ ...head, input }));
      if (heard.at(-1)?.includes("response.completed")) socket.close();
    };
    await talk(proxy.origin, ask, { key });
  }
  await proxy.close();
  const [parent, child, ...others] = messages();
  expect([others, child?.forkOf, parent?.id]).toEqual([[], parent?.id, expect.any(String)]);
  expect([parent, child].map((each) => headerOf(each?.headers ?? [], "x-forkproof-cache"))).toEqual([
    expect.stringContaining("workspace one"),
    expect.stringContaining("workspace two"),
  ]);
});

test("two questions at once are answered in order, and messages between answers are kept", async () => {
  const pending: string[] = [];
  await using upstream = await serveSocket((message, socket) => {
    pending.push(message.toString());
    if (pending.length < 2) return;
    for (const frame of ['{"type":"rate_limits"}', ...framesOf("resp_1"), ...framesOf("resp_2")]) socket.send(frame);
  });
  await using proxy = await startRecordingProxy(upstream.url, recorder);
  await talk(proxy.origin, (socket, heard) => {
    if (heard.length === 0) for (const each of [question, '{"type":"response.cancel"}', question]) socket.send(each);
    if (heard.length === 7) socket.close();
  });
  await proxy.close();
  const [first, cancel, second] = messages();
  expect(first?.response?.body.toString()).toBe(`[${['{"type":"rate_limits"}', ...framesOf("resp_1")].join(",")}]`);
  expect(cancel).toMatchObject({ response: null, outcome: "complete" });
  expect(second?.socket?.responseId).toBe("resp_2");
});

test("a ping and a closing message reach the other side", async () => {
  await using upstream = await serveSocket((_, socket) => socket.close(4001, "busy"));
  const say = (socket: WebSocket, heard: readonly string[]): void => {
    if (heard.length === 0) socket.ping("are you there");
    if (heard.length === 1) socket.send(question);
  };
  const direct = await talk(upstream.url.origin, say);
  await using proxy = await startRecordingProxy(upstream.url, recorder);
  expect(await talk(proxy.origin, say)).toEqual(direct);
  expect(direct).toEqual(["pong are you there", "closed 4001 busy"]);
  await proxy.close();
  expect(messages()).toMatchObject([{ outcome: "cut", response: null }]);
});

test("the client sees a provider that breaks off as without the proxy", async () => {
  const [created = ""] = framesOf("resp_1");
  await using upstream = await serveSocket((_, socket) => socket.send(created, () => socket.terminate()));
  const say = (socket: WebSocket, heard: readonly string[]): void => {
    if (heard.length === 0) socket.send(question);
  };
  const direct = await talk(upstream.url.origin, say);
  await using proxy = await startRecordingProxy(upstream.url, recorder);
  expect(await talk(proxy.origin, say)).toEqual(direct);
  await proxy.close();
  expect(messages()).toMatchObject([{ outcome: "cut", socket: { responseId: "resp_1" } }]);
  expect(messages()[0]?.response?.body.toString()).toBe(`[${created}]`);
});

test("a client that disconnects also closes its connection to the provider", async () => {
  const told = Promise.withResolvers<void>();
  const [created = ""] = framesOf("resp_1");
  await using upstream = await serveSocket((_, socket) => {
    socket.on("close", told.resolve);
    socket.send(created);
  });
  await using proxy = await startRecordingProxy(upstream.url, recorder);
  await talk(proxy.origin, (socket, heard) => {
    if (heard.length === 0) socket.send(question);
    else socket.terminate();
  });
  await told.promise;
  await proxy.close();
  expect(messages()).toMatchObject([{ outcome: "aborted" }]);
});

test("a provider without WebSocket answers in its own words, and one that is down breaks the connection", async () => {
  const upstream = await serveSocket(() => {}, { declines: 426 });
  const direct = await talk(upstream.url.origin, () => {});
  await using proxy = await startRecordingProxy(upstream.url, recorder);
  expect(await talk(proxy.origin, () => {})).toEqual(direct);
  expect(direct).toEqual(["declined 426", "no ws"]);
  await upstream[Symbol.asyncDispose]();
  expect((await talk(proxy.origin, () => {}))[0]).toMatch(/^error ECONNRESET$|^error socket hang up$/);
  expect((await observe(proxy.origin)).broke).toBe(true);
  await proxy.close();
  expect([...recorder.exchanges()]).toMatchObject([
    { method: "WS-UPGRADE", outcome: "complete", response: { status: 426 } },
    { method: "WS-UPGRADE", outcome: "unreachable", response: null },
    { method: "GET", outcome: "unreachable" },
  ]);
});
