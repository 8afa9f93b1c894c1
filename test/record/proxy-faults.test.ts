import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { connect } from "node:net";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createRecorder, type Recorder } from "../../harness/record/recorder.ts";
import { startRecordingProxy } from "../../harness/record/recording-proxy.ts";
import { event, sse } from "./event-stream.ts";
import { observe } from "./observe.ts";
import { only } from "./only-exchange.ts";
import { serveUpstream } from "./serve-upstream.ts";

let recorder: Recorder;
beforeEach(() => {
  recorder = createRecorder({ usageIsReal: true });
});
afterEach(() => recorder[Symbol.dispose]());

describe("the client sees the same fault as without the proxy, and the recording names it", () => {
  const reply =
    (status: number, headers: Record<string, string>, ...parts: readonly string[]) =>
    (request: IncomingMessage, response: ServerResponse): void => {
      request.resume();
      response.writeHead(status, headers);
      for (const part of parts) response.write(part);
      response.end();
    };
  /** Writes, waits until that has left, and breaks the connection. */
  const cut =
    (headers: Record<string, string>, part: string) =>
    (request: IncomingMessage, response: ServerResponse): void => {
      request.resume();
      response.writeHead(200, headers);
      response.write(part, () => response.socket?.destroySoon());
    };
  test.for([
    ["429", reply(429, { "retry-after": "7", "content-type": "application/json" }, "{}"), "complete"],
    ["500", reply(500, { "request-id": "req_1" }, "oops"), "complete"],
    ["529 without a body", reply(529, {}), "complete"],
    ["malformed events", reply(200, sse, "data: {\n\n", "event\u0000", "dat"), "complete"],
    ["a stream cut in its middle", cut(sse, event("half")), "cut"],
    ["a body shorter than its length", cut({ "content-length": "100" }, "short"), "cut"],
    ["a cut before the head", (request: IncomingMessage) => void request.socket.destroy(), "cut"],
  ] as const)("for %s", async ([, answer, outcome]) => {
    await using upstream = await serveUpstream(answer);
    await using proxy = await startRecordingProxy(upstream.url, recorder);
    const init = { method: "POST", body: "{}" };
    const direct = await observe(upstream.url.href, init);
    expect(await observe(proxy.origin, init)).toEqual(direct);
    await proxy.close();
    expect(only(recorder).outcome).toBe(outcome);
    expect(only(recorder).response?.body.toString() ?? "").toBe(direct.body);
    expect(only(recorder).response?.status ?? null).toBe(direct.status);
  });

  test("for a provider that is down, which is recorded as unreachable", async () => {
    const upstream = await serveUpstream(() => {});
    await upstream[Symbol.asyncDispose]();
    await using proxy = await startRecordingProxy(upstream.url, recorder);
    expect((await observe(proxy.origin, { method: "POST", body: "{}" })).broke).toBe(true);
    await proxy.close();
    expect(only(recorder)).toMatchObject({ outcome: "unreachable", response: null, firstByteMs: null, chunks: null });
  });

  test("for a provider that stalls, whose connection ends when the client leaves", async () => {
    const stalled = Promise.withResolvers<void>();
    const told = Promise.withResolvers<void>();
    await using upstream = await serveUpstream((request, response) => {
      request.resume();
      response.on("close", told.resolve);
      response.writeHead(200, sse);
      response.write(event("then nothing"), () => stalled.resolve());
    });
    await using proxy = await startRecordingProxy(upstream.url, recorder);
    const leaver = new AbortController();
    const response = await fetch(proxy.origin, { method: "POST", body: "{}", signal: leaver.signal });
    const reader = response.body?.getReader();
    await stalled.promise;
    expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe(event("then nothing"));
    leaver.abort();
    await told.promise;
    await proxy.close();
    expect(only(recorder)).toMatchObject({ outcome: "aborted", response: { status: 200 } });
    expect(only(recorder).response?.body.toString()).toBe(event("then nothing"));
  });

  test("for a client that leaves before the answer, or in the middle of its question", async () => {
    const asked = Promise.withResolvers<void>();
    const told = Promise.withResolvers<void>();
    const half = Promise.withResolvers<void>();
    await using upstream = await serveUpstream((request, response) => {
      if (request.headers["content-length"] === "100") half.resolve();
      response.on("close", told.resolve);
      request.on("end", asked.resolve).resume();
    });
    await using proxy = await startRecordingProxy(upstream.url, recorder);
    const leaver = new AbortController();
    const left = observe(proxy.origin, { method: "POST", body: "{}", signal: leaver.signal });
    await asked.promise;
    leaver.abort();
    expect((await left).broke).toBe(true);
    await told.promise;
    const client = connect(Number(new URL(proxy.origin).port), "127.0.0.1");
    client.write("POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\n{");
    await half.promise;
    const closed = once(client, "close");
    client.destroy();
    await closed;
    await proxy.close();
    expect(only(recorder)).toMatchObject({ outcome: "aborted", response: null });
    expect(recorder.count()).toMatchObject({ recorded: 1, aborted: 1, brokenOff: 1 });
  });

  test("for requests in flight, which closing the proxy drops and records", async () => {
    const asked = Promise.withResolvers<void>();
    await using upstream = await serveUpstream((request) => void request.on("end", asked.resolve).resume());
    const proxy = await startRecordingProxy(upstream.url, recorder);
    const dropped = observe(proxy.origin, { method: "POST", body: "{}" });
    await asked.promise;
    await Promise.all([proxy.close(), proxy.close()]);
    expect((await dropped).broke).toBe(true);
    expect(only(recorder).outcome).toBe("aborted");
  });
});
