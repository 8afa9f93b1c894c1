import { hash } from "node:crypto";
import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import { connect } from "node:net";
import { networkInterfaces } from "node:os";
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from "node:zlib";
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

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(Buffer.from(part));
  return Buffer.concat(parts);
}

describe("traffic through the recording proxy", () => {
  test("reaches the provider as sent, with method, path, headers and every byte of the body", async () => {
    let heard: readonly string[] = [];
    let body: Buffer = Buffer.alloc(0);
    await using upstream = await serveUpstream((request, response) => {
      void bodyOf(request).then((bytes) => {
        body = bytes;
        heard = [request.method ?? "", request.url ?? "", ...request.rawHeaders];
        response.end("{}");
      });
    });
    await using proxy = await startRecordingProxy(upstream.url, recorder);
    const sent = Buffer.from('{ "b": 1,  "2": 1e2, "ü": "\\u00e9\\/" }\n');
    await fetch(`${proxy.origin}/v1/messages?beta=true&x=%2F`, {
      method: "POST",
      headers: { "X-Odd-Case": "kept", "content-type": "application/json", "user-agent": "agent/1" },
      body: sent,
    });
    await proxy.close();
    expect(body.equals(sent)).toBe(true);
    expect(heard.slice(0, 2)).toEqual(["POST", "/v1/messages?beta=true&x=%2F"]);
    expect(heard).toEqual(expect.arrayContaining(["host", upstream.url.host, "X-Odd-Case", "kept", "user-agent"]));
    expect(only(recorder)).toMatchObject({
      id: "1",
      method: "POST",
      path: "/v1/messages?beta=true&x=%2F",
      host: upstream.url.host,
      fidelity: "A",
      outcome: "complete",
      response: { status: 200, usageIsReal: true },
    });
    expect(only(recorder).request.equals(sent)).toBe(true);
  });

  test("streams: the client gets an event before the provider writes the next", async () => {
    const events = ["one", "two", "three"].map(event);
    const read = events.map(() => Promise.withResolvers<void>());
    await using upstream = await serveUpstream((request, response) => {
      request.resume();
      void (async () => {
        response.writeHead(200, sse);
        for (const [index, each] of events.entries()) {
          response.write(each);
          await read[index]?.promise;
        }
        response.end();
      })();
    });
    await using proxy = await startRecordingProxy(upstream.url, recorder);
    const response = await fetch(proxy.origin, { method: "POST", body: "{}" });
    let at = 0;
    for await (const part of response.body ?? []) {
      expect(Buffer.from(part).toString()).toBe(events[at]);
      read[at]?.resolve();
      at += 1;
    }
    await proxy.close();
    const { chunks, response: recorded, firstByteMs } = only(recorder);
    expect(at).toBe(3);
    expect(recorded?.body.toString()).toBe(events.join(""));
    expect(chunks?.map(([, bytes]) => bytes)).toEqual(events.map(({ length }) => length));
    const times = chunks?.map(([afterMs]) => afterMs) ?? [];
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect(firstByteMs).toBeGreaterThanOrEqual(0);
  });

  const json = '{"usage":{"input_tokens":1}}'.repeat(50);
  test.for([
    ["gzip", gzipSync(json)],
    ["x-gzip", gzipSync(json)],
    ["br", brotliCompressSync(json)],
    ["deflate", deflateSync(json)],
    ["deflate", deflateRawSync(json)],
    ["zstd", zstdCompressSync(json)],
  ] as const)("with %s is kept as sent and read decoded", async ([coding, bytes]) => {
    await using upstream = await serveUpstream((request, response) => {
      request.resume();
      response.writeHead(200, { "content-encoding": coding, "content-type": "application/json" }).end(bytes);
    });
    await using proxy = await startRecordingProxy(upstream.url, recorder);
    await observe(proxy.origin, { headers: { "content-encoding": coding }, method: "POST", body: bytes });
    await proxy.close();
    const { request, response, encoded } = only(recorder);
    expect(request.toString()).toBe(json);
    expect(response?.body.toString()).toBe(json);
    expect(encoded.request?.bytes.equals(bytes)).toBe(true);
    expect(encoded.response?.bytes.equals(bytes)).toBe(true);
  });

  test("passes byte for byte with 20 MB in each direction", async () => {
    const large = Buffer.alloc(20_000_000, "0123456789abcdef-");
    await using upstream = await serveUpstream((request, response) => request.pipe(response));
    await using proxy = await startRecordingProxy(upstream.url, recorder);
    const response = await fetch(proxy.origin, { method: "POST", body: large });
    const echoed = Buffer.from(await response.arrayBuffer());
    await proxy.close();
    const digest = hash("sha256", large);
    const recorded = only(recorder);
    expect([echoed, recorded.request, recorded.response?.body ?? ""].map((each) => hash("sha256", each))).toEqual([
      digest,
      digest,
      digest,
    ]);
  });

  test("stays separate and complete with 100 parallel streams, in order of arrival", async () => {
    const all = Promise.withResolvers<void>();
    let open = 0;
    await using upstream = await serveUpstream((request, response) => {
      void (async () => {
        const name = (await bodyOf(request)).toString();
        response.writeHead(200, sse);
        response.write(event(`${name} begins`));
        open += 1;
        if (open === 100) all.resolve();
        await all.promise;
        response.end(event(`${name} ends`));
      })();
    });
    await using proxy = await startRecordingProxy(upstream.url, recorder);
    const names = Array.from({ length: 100 }, (_, index) => `stream ${index}`);
    const seen = await Promise.all(names.map((name) => observe(proxy.origin, { method: "POST", body: name })));
    await proxy.close();
    const whole = (name: string): string => event(`${name} begins`) + event(`${name} ends`);
    expect(seen.map(({ body }) => body)).toEqual(names.map(whole));
    const recorded = [...recorder.exchanges()];
    expect(recorded.map(({ id }) => id)).toEqual(names.map((_, index) => String(index + 1)));
    expect(new Set(recorded.map(({ request }) => request.toString()))).toEqual(new Set(names));
    for (const { request, response } of recorded) expect(response?.body.toString()).toBe(whole(request.toString()));
    expect(recorder.count()).toMatchObject({ recorded: 100, complete: 100, brokenOff: 0 });
  });
});

test("a reused connection keeps nothing of earlier requests", async () => {
  const warnings: string[] = [];
  const note = ({ name }: Error): void => void warnings.push(name);
  process.on("warning", note);
  await using upstream = await serveUpstream((request, response) => {
    request.resume();
    response.end("{}");
  });
  await using proxy = await startRecordingProxy(upstream.url, recorder);
  for (let round = 0; round < 20; round += 1) await observe(proxy.origin, { method: "POST", body: "{}" });
  await new Promise(setImmediate);
  process.off("warning", note);
  expect(warnings).toEqual([]);
});

test("the proxy does not listen on any other address of this machine", async () => {
  await using upstream = await serveUpstream((_, response) => void response.end());
  await using proxy = await startRecordingProxy(upstream.url, recorder);
  const { port, hostname } = new URL(proxy.origin);
  expect(hostname).toBe("127.0.0.1");
  const others = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
  for (const { address } of others.filter(({ internal, family }) => !internal && family === "IPv4")) {
    const knock = connect(Number(port), address);
    const [fault] = (await once(knock, "error")) as [NodeJS.ErrnoException];
    expect(fault.code).toBe("ECONNREFUSED");
  }
});
