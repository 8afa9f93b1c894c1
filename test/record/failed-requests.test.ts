import { once } from "node:events";
import { createServer } from "node:http";
import { connect } from "node:net";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { FailedRequest } from "../../harness/kernel/faults/failed-request.ts";
import { createRecorder, type Recorder } from "../../harness/record/recorder.ts";
import { startRecordingProxy } from "../../harness/record/recording-proxy.ts";
import { event, sse } from "./event-stream.ts";
import { observe } from "./observe.ts";
import { serveUpstream, type Upstream } from "./serve-upstream.ts";

let recorder: Recorder;
let upstream: Upstream;
beforeEach(async () => {
  recorder = createRecorder({ usageIsReal: true });
  upstream = await serveUpstream((request, response) => {
    request.resume().on("end", () => response.writeHead(200, sse).end(event("whole")));
  });
});
afterEach(async () => {
  await upstream[Symbol.asyncDispose]();
  recorder[Symbol.dispose]();
});

/** A recorder that fails on a path that names the step. */
function failing(): Pick<Recorder, "begin"> & Recorder {
  const boom = (path: string, step: string): void => {
    if (path.includes(step)) throw new Error(`${step}, a bug`);
  };
  return {
    ...recorder,
    begin: (head) => {
      boom(head.path, "begin");
      const log = recorder.begin(head);
      return {
        ...log,
        requestEnded: () => {
          boom(head.path, "asked");
          log.requestEnded();
        },
        responseBytes: (bytes) => {
          boom(head.path, "midway");
          log.responseBytes(bytes);
        },
        ended: (outcome) => {
          if (outcome === "complete") boom(head.path, "after");
          log.ended(outcome);
        },
      };
    },
  };
}

test.each(["begin", "asked"])("a request that fails at its %s gets a 500, and others pass", async (step) => {
  const received: FailedRequest[] = [];
  await using proxy = await startRecordingProxy(upstream.url, failing(), (each) => received.push(each));
  const response = await fetch(`${proxy.origin}/${step}?key=secret`, { method: "POST", body: "{}" });
  expect([response.status, response.headers.get("connection")]).toEqual([500, "close"]);
  const body: unknown = await response.json();
  const message = expect.stringMatching(
    new RegExp(`^HX999 forkproof \\S+ itself failed: ${step}, a bug \\(POST /${step}\\)`),
  );
  expect(body).toMatchObject({
    type: "error",
    error: { type: "api_error", message, code: 500, status: "INTERNAL" },
    message,
  });
  expect(JSON.stringify([body, received])).not.toContain("secret");
  expect(await observe(`${proxy.origin}/fine`, { method: "POST", body: "{}" })).toMatchObject({
    status: 200,
    broke: false,
  });
  await proxy.close();
  expect(received).toMatchObject([{ code: "HX999", where: `POST /${step}` }]);
});

test("an answer that has begun breaks off, and other requests pass", async () => {
  const received: FailedRequest[] = [];
  await using proxy = await startRecordingProxy(upstream.url, failing(), (each) => received.push(each));
  const begun = await observe(`${proxy.origin}/midway`, { method: "POST", body: "{}" });
  expect(begun.status).not.toBe(500);
  expect(await observe(`${proxy.origin}/fine`, { method: "POST", body: "{}" })).toMatchObject({
    status: 200,
    broke: false,
  });
  await proxy.close();
  expect(received.map(({ what }) => what)).toEqual([expect.stringContaining("midway, a bug")]);
});

test("a failure after a complete answer sends no second one, and ends its connection", async () => {
  await using proxy = await startRecordingProxy(upstream.url, failing(), () => undefined);
  const client = connect(Number(new URL(proxy.origin).port), "127.0.0.1");
  const heard: Buffer[] = [];
  client.on("data", (bytes) => heard.push(bytes)).on("error", () => undefined);
  client.write("POST /after HTTP/1.1\r\nhost: x\r\ncontent-length: 2\r\n\r\n{}");
  await once(client, "close");
  const text = Buffer.concat(heard).toString();
  expect(text).toContain(event("whole"));
  expect(text).not.toContain("500");
});

test("a provider that accepts an unsupported extension breaks neither the connection nor the recording", async () => {
  const odd = createServer().on("upgrade", (_request, socket) => {
    const head = "HTTP/1.1 101 Switching Protocols\r\nconnection: Upgrade\r\nupgrade: websocket\r\n";
    socket.write(`${head}sec-websocket-extensions: permessage-deflate; made_up=1\r\n\r\nhello`);
  });
  odd.listen(0, "127.0.0.1");
  await once(odd, "listening");
  const received: FailedRequest[] = [];
  const address = odd.address();
  const url = new URL(`http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`);
  const proxy = await startRecordingProxy(url, recorder, (each) => received.push(each));
  const client = connect(Number(new URL(proxy.origin).port), "127.0.0.1");
  client.write("GET /v1/responses HTTP/1.1\r\nhost: x\r\nconnection: Upgrade\r\nupgrade: websocket\r\n\r\n");
  let text = "";
  client.on("data", (bytes: Buffer) => (text += bytes.toString("latin1")));
  while (!text.includes("hello")) await once(client, "data");
  client.destroy();
  await proxy.close();
  odd.close();
  expect(received).toEqual([]);
  expect([...recorder.exchanges()].map(({ method }) => method)).toEqual(["WS-UPGRADE"]);
});
