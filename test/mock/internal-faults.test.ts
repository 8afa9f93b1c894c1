import { once } from "node:events";
import { afterEach, describe, expect, test, vi } from "vitest";
import { WebSocket, WebSocketServer } from "ws";
import type { FailedRequest } from "../../harness/kernel/faults/failed-request.ts";
import type { MockProvider } from "../../harness/mock/mock-provider.ts";
import { serveLoopback } from "../../harness/mock/serve/via-loopback.ts";
import { openaiErrors } from "../../harness/mock/openai/openai-error.ts";

/** Faults around the mocked provider, which itself works: from a request's first byte on each is that request's. */
const working: Pick<MockProvider, "answer"> = {
  answer: async ({ body }, sink) => {
    sink.start(200, []);
    await sink.write(body);
    sink.end();
  },
};

const PATH = "/v1/chat/completions";

const post = (baseUrl: string): Promise<Response> => fetch(baseUrl + PATH, { method: "POST", body: '{"asked":1}' });

const said = (fault: string): unknown => expect.stringMatching(`itself failed: ${fault}.* \\((POST|GET) ${PATH}\\)`);

afterEach(() => void vi.restoreAllMocks());

/** Breaks what joins the pieces of the next body, as a body does that is too long for one buffer. */
function breakBody(): void {
  const concat = Buffer.concat;
  const spy = vi.spyOn(Buffer, "concat").mockImplementation((list, length) => {
    if (!list.some((each) => Buffer.from(each).includes('"asked"'))) return concat(list, length);
    spy.mockRestore();
    throw new RangeError("a planted fault");
  });
}

function breakUpgrade(): void {
  vi.spyOn(WebSocketServer.prototype, "handleUpgrade").mockImplementationOnce(() => {
    throw new RangeError("a planted fault");
  });
}

describe("a request on which the server of the mock itself fails", () => {
  test("gets its 500 if its body cannot be read, and the next one is served", async () => {
    const told: FailedRequest[] = [];
    await using server = await serveLoopback(working, 0, (error) => told.push(error));
    breakBody();
    const failed = await post(server.baseUrl);
    expect([failed.status, await failed.json()]).toMatchObject([
      500,
      { error: { type: "server_error", message: said("a planted fault") } },
    ]);
    expect(told).toMatchObject([{ where: `POST ${PATH}` }]);
    expect(await (await post(server.baseUrl)).text()).toBe('{"asked":1}');
  });

  test.each(["usual", "body"] as const)("gets a plain 500 if the %s of its error fails too", async (part) => {
    const told: FailedRequest[] = [];
    await using server = await serveLoopback(working, 0, (error) => told.push(error));
    breakBody();
    vi.spyOn(openaiErrors, part).mockImplementationOnce(() => {
      throw new Error("a second fault");
    });
    const failed = await post(server.baseUrl);
    expect([failed.status, await failed.json()]).toMatchObject([
      500,
      { type: "error", message: said("a second fault") },
    ]);
    expect(told.map(({ what }) => what)).toEqual([
      expect.stringContaining("a planted fault"),
      expect.stringContaining("a second fault"),
    ]);
    expect(await (await post(server.baseUrl)).text()).toBe('{"asked":1}');
  });

  test("gets a 500 that names the fault if it is an upgrade, and the next one is served", async () => {
    const told: FailedRequest[] = [];
    await using server = await serveLoopback(working, 0, (error) => told.push(error));
    breakUpgrade();
    const address = `${server.baseUrl.replace("http", "ws")}/v1/responses`;
    const [, response] = await once(
      new WebSocket(address).on("error", () => {}),
      "unexpected-response",
    );
    let text = "";
    for await (const chunk of response) text += String(chunk);
    expect([response.statusCode, text]).toEqual([500, expect.stringContaining("a planted fault")]);
    expect(told).toMatchObject([{ where: "GET /v1/responses" }]);
    const next = new WebSocket(address);
    await once(next, "open");
    next.terminate();
  });

  test("gets an error event over WebSocket if its frame cannot be read, and the next frame is served", async () => {
    await using server = await serveLoopback(working, 0, () => {});
    const socket = new WebSocket(`${server.baseUrl.replace("http", "ws")}/v1/responses`);
    await once(socket, "open");
    breakBody();
    const heard: string[] = [];
    socket.on("message", (data: Buffer) => heard.push(data.toString()));
    socket.send('{"asked":1}');
    socket.send('{"asked":2}');
    const cut = once(socket, "close").then(() => Promise.reject(new Error("the connection was cut")));
    cut.catch(() => {});
    while (heard.length < 2) await Promise.race([once(socket, "message"), cut]);
    expect(heard.map((each): unknown => JSON.parse(each))).toMatchObject([
      { type: "error", status: 500, error: { message: expect.stringContaining("a planted fault") } },
      { asked: 2 },
    ]);
    socket.terminate();
  });
});
