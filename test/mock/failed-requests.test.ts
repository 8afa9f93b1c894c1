import { once } from "node:events";
import { describe, expect, test } from "vitest";
import { WebSocket } from "ws";
import type { FailedRequest } from "../../harness/kernel/faults/failed-request.ts";
import { version } from "../../harness/kernel/version.ts";
import type { MockProvider } from "../../harness/mock/mock-provider.ts";
import { serveLoopback } from "../../harness/mock/serve/via-loopback.ts";

type Answering = Pick<MockProvider, "answer">;

/** Fails on a path or frame with `boom`, before its answer or within it; answers all others. */
const failing: Answering = {
  answer: async ({ path, body }, sink) => {
    const asked = path + body.toString();
    if (asked.includes("boom")) throw new Error("boom, a bug");
    sink.start(200, [["content-type", "text/event-stream"]]);
    await sink.write(Buffer.from('data: {"type":"response.created"}\n\n'));
    if (asked.includes("midway")) throw new Error("midway, a bug");
    await sink.write(Buffer.from('data: {"type":"response.completed"}\n\n'));
    sink.end();
  },
};

const post = (baseUrl: string, path: string): Promise<Response> =>
  fetch(baseUrl + path, { method: "POST", body: "{}" });

const said = `HX999 forkproof ${version} itself failed: boom, a bug`;
const how = "This answer is forkproof's, not the provider's: report this with the request";

describe("a request on which the mocked provider itself fails", () => {
  test.each<[path: string, shape: object]>([
    ["/v1/messages", { type: "error", error: { type: "api_error", message: expect.stringContaining(said) } }],
    ["/v1/chat/completions", { error: { type: "server_error", message: expect.stringContaining(said), param: null } }],
    ["/v1/responses", { error: { type: "server_error", message: expect.stringContaining(said), param: null } }],
    [
      "/v1beta/models/gemini-2.5-flash:generateContent",
      { error: { code: 500, status: "INTERNAL", message: expect.stringContaining(said) } },
    ],
    ["/model/amazon.nova-pro-v1:0/converse", { message: expect.stringContaining(said) }],
    ["/elsewhere", { error: { message: expect.stringContaining(said) } }],
  ])("gets an answer in the wire format's shape on %s, and the next request is served", async (path, shape) => {
    const told: FailedRequest[] = [];
    await using server = await serveLoopback(failing, 0, (error) => told.push(error));
    const failed = await post(server.baseUrl, `${path}?boom&key=secret`);
    expect([failed.status, failed.headers.get("x-should-retry")]).toEqual([500, "false"]);
    const body: unknown = await failed.json();
    expect(body).toMatchObject(shape);
    expect(JSON.stringify(body)).toContain(how);
    expect(JSON.stringify([body, told])).not.toContain("secret");
    expect(told).toMatchObject([{ code: "HX999", what: said.slice(6), where: `POST ${path}` }]);
    expect(await (await post(server.baseUrl, path)).text()).toContain("response.completed");
  });

  test("breaks off if its answer has begun, and the next request is served", async () => {
    const told: FailedRequest[] = [];
    await using server = await serveLoopback(failing, 0, (error) => told.push(error));
    const begun = await post(server.baseUrl, "/v1/messages?midway");
    expect(begun.status).toBe(200);
    await expect(begun.text()).rejects.toThrow("terminated");
    expect(told.map(({ what }) => what)).toEqual([expect.stringContaining("midway, a bug")]);
    expect(await (await post(server.baseUrl, "/v1/messages")).text()).toContain("response.completed");
  });

  test("is an error event over WebSocket, whose connection stays open; during an answer the connection breaks off", async () => {
    const told: FailedRequest[] = [];
    await using server = await serveLoopback(failing, 0, (error) => told.push(error));
    const socket = new WebSocket(`${server.baseUrl.replace("http", "ws")}/v1/responses`);
    await once(socket, "open");
    const heard: string[] = [];
    socket.on("message", (data: Buffer) => heard.push(data.toString()));
    for (const ask of ["boom", "fine"]) socket.send(JSON.stringify({ type: "response.create", ask }));
    while (heard.length < 3) await once(socket, "message");
    expect(heard.map((text): unknown => JSON.parse(text))).toMatchObject([
      { type: "error", status: 500, error: { message: expect.stringContaining(said) } },
      { type: "response.created" },
      { type: "response.completed" },
    ]);
    const closed = once(socket, "close");
    socket.send(JSON.stringify({ type: "response.create", ask: "midway" }));
    expect(await closed).toMatchObject([1006, {}]);
    expect(told).toHaveLength(2);
    expect(await (await post(server.baseUrl, "/v1/messages")).text()).toContain("response.completed");
  });

  test("fails a run without a listener when its server is closed", async () => {
    const server = await serveLoopback(failing);
    expect((await post(server.baseUrl, "/v1/messages?boom")).status).toBe(500);
    await expect(server.close()).rejects.toThrow("boom, a bug");
  });
});
