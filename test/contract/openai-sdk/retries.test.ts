import { getEventListeners } from "node:events";
import { describe, expect, test } from "vitest";
import { closedGate } from "../../src/support/gate.ts";
import { jsonReply, ScriptedProvider, type Reply, streamReply } from "../../src/support/scripted-provider.ts";
import { chatText } from "../../src/support/wire-answers.ts";
import { answered, ownSide, runBoth, sdkSide, type Side } from "./both-sides.ts";

const soon = { "retry-after-ms": "1" };

function refusal(status: number, headers: Readonly<Record<string, string>> = {}): Reply {
  return jsonReply('{"error":{"message":"busy"}}', { status, headers: { ...soon, ...headers } });
}

describe("retries of the transport compared with the OpenAI SDK's", () => {
  test.each([
    ...[400, 401, 403, 404, 408, 409, 413, 422, 425, 429, 499, 500, 502, 503, 529].map(
      (status) => [status, {}] as const,
    ),
    [400, { "x-should-retry": "true" }],
    [503, { "x-should-retry": "false" }],
    [503, { "x-should-retry": "perhaps" }],
  ] as const)("status %i with headers %j leads to the same number of requests", async (status, headers) => {
    const [sdk, own] = await runBoth([refusal(status, headers), answered]);
    expect(own.requests.length).toBe(sdk.requests.length);
    expect(own.end.end).toBe(sdk.end.end);
    expect(new Set(own.requests.map(({ body }) => body.toString())).size).toBe(1);
  });

  test.each([undefined, 0, 1, 4])("both stop after maxRetries: %s", async (maxRetries) => {
    const replies = Array.from({ length: 6 }, () => refusal(503));
    const [sdk, own] = await runBoth(replies, { options: { maxRetries } });
    expect(own.requests).toHaveLength((maxRetries ?? 2) + 1);
    expect(sdk.requests).toHaveLength(own.requests.length);
    expect(own.end).toEqual(sdk.end);
  });
});

describe.each([sdkSide, ownSide])("an abort with $name", (side) => {
  test("before the request sends nothing", async () => {
    await using provider = await ScriptedProvider.start([]);
    expect(await send(side, provider, AbortSignal.abort())).toEqual({ end: "aborted" });
    expect(provider.requests).toEqual([]);
  });

  test.each<[string, Reply]>([
    ["in mid-answer", streamReply([...chatText.slice(0, 2), closedGate()])],
    ["in mid-error", { ...refusal(400), chunks: ['{"error":', closedGate()] }],
  ])("%s ends the request", async (_, reply) => {
    const controller = new AbortController();
    const opened = Promise.withResolvers<void>();
    const watched: typeof fetch = async (url, init) => {
      const response = await fetch(url, init);
      opened.resolve();
      return response;
    };
    await using provider = await ScriptedProvider.start([reply]);
    const sending = send(side, provider, controller.signal, watched);
    await opened.promise;
    controller.abort();
    expect(await sending).toEqual({ end: "aborted" });
    await provider.requests[0]?.abandoned;
  });

  test("before the answer ends the request", async () => {
    const controller = new AbortController();
    await using provider = await ScriptedProvider.start([streamReply([closedGate()])]);
    const sending = send(side, provider, controller.signal);
    await provider.arrival(1);
    controller.abort();
    expect(await sending).toEqual({ end: "aborted" });
    expect(provider.requests).toHaveLength(1);
    await provider.requests[0]?.abandoned;
  });
});

test.each([
  ["an answer", [streamReply(chatText)]],
  ["a refusal", [refusal(400)]],
  ["retries", [refusal(503), refusal(503), answered]],
  ["a cut answer", [streamReply(chatText.slice(0, 2), { cut: true })]],
])("after %s the transport leaves no listener on the signal", async (_, replies) => {
  await using provider = await ScriptedProvider.start(replies);
  const { signal } = new AbortController();
  await send(ownSide, provider, signal);
  expect(getEventListeners(signal, "abort")).toEqual([]);
});

async function send(
  side: Side,
  { baseUrl }: ScriptedProvider,
  signal: AbortSignal,
  fetch?: typeof globalThis.fetch,
): ReturnType<Side["send"]> {
  return side.send({ signal, options: { apiKey: "k", baseUrl: `${baseUrl}/v1`, fetch } });
}
