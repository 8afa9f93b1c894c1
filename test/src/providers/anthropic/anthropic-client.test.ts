import { getEventListeners } from "node:events";
import * as fc from "fast-check";
import { afterEach, describe, expect, test, vi } from "vitest";
import { AnthropicClient } from "../../../../src/providers/anthropic/anthropic-client.ts";
import { contentOf, streamedAnswer, wholeAnswer, type ScriptedBlock } from "../../support/answers.ts";
import { closedGate } from "../../support/gate.ts";
import { jsonText } from "../../support/json-text.ts";
import { jsonReply, ScriptedProvider, streamReply } from "../../support/scripted-provider.ts";
import { send } from "../../support/send.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const blocks: readonly ScriptedBlock[] = [{ text: "Hello there" }, { call: "Read", id: "t1", input: '{ "n": 1.0 }' }];

afterEach(() => {
  vi.unstubAllEnvs();
});

describe("the Anthropic client's request", () => {
  test("is the body, byte for byte", async () => {
    const bodies = fc.sample(jsonText, 40).map((value) => Buffer.from(`\n{ "messages" : [ ${value} ], "1": 1.0 }\t`));
    const replies = bodies.map(() => jsonReply(wholeAnswer({ blocks })));
    await using provider = await ScriptedProvider.start(replies);
    for (const body of bodies) await send(clientOf(provider), { body });
    expect(provider.requests.map(({ body }) => body)).toEqual(bodies);
  });

  test("goes to the Messages endpoint with the key, the fork's headers and its length", async () => {
    await using provider = await ScriptedProvider.start([jsonReply(wholeAnswer({ blocks }))]);
    await send(clientOf(provider), {
      headers: [
        ["anthropic-beta", "one,two"],
        ["anthropic-version", "2023-06-01"],
      ],
    });
    const [request] = provider.requests;
    expect(request?.path).toBe("/v1/messages");
    expect(request?.headers).toMatchObject({
      "anthropic-beta": "one,two",
      "anthropic-version": "2023-06-01",
      authorization: "Bearer sk-test-secret",
      "content-type": "application/json",
      "content-length": String(request?.body.length),
    });
  });

  test("takes key and address from the environment by default", async () => {
    await using provider = await ScriptedProvider.start([jsonReply(wholeAnswer({ blocks }))]);
    vi.stubEnv("ANTHROPIC_API_KEY", "sk-from-environment");
    vi.stubEnv("ANTHROPIC_BASE_URL", provider.baseUrl);
    const { outcome } = await send(new AnthropicClient());
    expect(outcome.kind).toBe("answer");
    expect(provider.requests[0]?.headers.authorization).toBe("Bearer sk-from-environment");
  });

  test.each(["localhost:8080", "nowhere", "ftp://example.com"])(
    "reports the environment's %s as an invalid base URL, without blaming the key",
    async (url) => {
      vi.stubEnv("ANTHROPIC_API_KEY", "sk-from-environment");
      vi.stubEnv("ANTHROPIC_BASE_URL", url);
      const { outcome } = await send(new AnthropicClient());
      expect(outcome).toMatchObject({
        kind: "failed",
        attempts: 0,
        error: {
          kind: "connection",
          message: expect.stringContaining(`invalid base URL "${url}"; give scheme and host`),
        },
      });
    },
  );
});

describe("the Anthropic client's answer", () => {
  test.each([
    ["streamed", streamReply(streamedAnswer({ blocks })), ["Hello ther", "e"]],
    ["whole", jsonReply(wholeAnswer({ blocks })), ["Hello there"]],
  ])("is assembled and observed as it arrives: %s", async (_, reply, texts) => {
    await using provider = await ScriptedProvider.start([reply]);
    const { outcome, events } = await send(clientOf(provider));
    expect(outcome).toEqual({
      kind: "answer",
      attempts: 1,
      answer: {
        id: "msg_1",
        content: Buffer.from(contentOf(blocks)),
        text: "Hello there",
        calls: [{ id: "t1", name: "Read", input: '{ "n": 1.0 }' }],
        pausedCalls: [],
        stopReason: "tool_use",
        usage: { prompt: 1000, read: 900, write: 96, fresh: 4, output: 7 },
      },
    });
    expect(events).toEqual([
      { type: "started", usage: expect.objectContaining({ read: 900, write: 96, fresh: 4 }) },
      ...texts.map((text) => ({ type: "text", text })),
    ]);
  });

  test("is observed chunk by chunk, not at its end", async () => {
    const gate = closedGate();
    const [start = "", ...rest] = streamedAnswer({ blocks });
    await using provider = await ScriptedProvider.start([streamReply([start, gate, ...rest])]);
    const started = Promise.withResolvers<void>();
    const sending = send(clientOf(provider), { observe: () => started.resolve() });
    await started.promise;
    gate.open();
    expect((await sending).outcome.kind).toBe("answer");
  });

  test("leaves no listener on the signal", async () => {
    await using provider = await ScriptedProvider.start([streamReply(streamedAnswer({ blocks }))]);
    const { signal } = new AbortController();
    await send(clientOf(provider), { signal });
    expect(getEventListeners(signal, "abort")).toEqual([]);
  });

  test("is complete after message_stop, even if the connection then breaks", async () => {
    await using provider = await ScriptedProvider.start([streamReply(streamedAnswer({ blocks }), { cut: true })]);
    expect((await send(clientOf(provider))).outcome.kind).toBe("answer");
  });
});

describe("an abort of the Anthropic client", () => {
  test.each([
    ["before the answer begins", 0],
    ["in mid-answer", 2],
  ])("%s ends the exchange and leaves no listener", async (_, chunks) => {
    const gate = closedGate();
    const begun = streamedAnswer({ blocks }).slice(0, chunks);
    await using provider = await ScriptedProvider.start([streamReply([...begun, gate])]);
    const controller = new AbortController();
    const started = Promise.withResolvers<void>();
    const sending = send(clientOf(provider), { signal: controller.signal, observe: () => started.resolve() });
    await (chunks === 0 ? provider.arrival(1) : started.promise);
    controller.abort();
    expect((await sending).outcome).toMatchObject({ kind: "failed", error: { kind: "aborted" } });
    await provider.requests[0]?.abandoned;
    expect(getEventListeners(controller.signal, "abort")).toEqual([]);
  });

  test("before the request sends nothing", async () => {
    await using provider = await ScriptedProvider.start([]);
    const { outcome } = await send(clientOf(provider), { signal: AbortSignal.abort() });
    expect(outcome).toMatchObject({ kind: "failed", attempts: 0, error: { kind: "aborted" } });
    expect(provider.requests).toEqual([]);
  });
});

describe("the Anthropic client's credentials", () => {
  test("are reported as missing by an auth error, and nothing is sent", async () => {
    for (const name of ["ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN", "ANTHROPIC_PROFILE"]) vi.stubEnv(name, undefined);
    vi.stubEnv("ANTHROPIC_CONFIG_DIR", temporaryFolder());
    await using provider = await ScriptedProvider.start([]);
    const { outcome } = await send(new AnthropicClient({ baseUrl: provider.baseUrl }));
    expect(outcome).toMatchObject({ kind: "failed", attempts: 0, error: { kind: "auth", status: null } });
  });

  test("never appear in an error", async () => {
    await using provider = await ScriptedProvider.start([
      jsonReply('{"type":"error","error":{"type":"authentication_error","message":"no such key: sk-test-secret"}}', {
        status: 401,
      }),
    ]);
    const refused = await send(clientOf(provider));
    const unusable = await send(new AnthropicClient({ apiKey: "sk-test-secret\n-tail", baseUrl: provider.baseUrl }));
    expect(refused.outcome).toMatchObject({ kind: "failed", error: { kind: "auth", message: "no such key: ***" } });
    expect(unusable.outcome).toMatchObject({ kind: "failed", attempts: 0 });
    expect(JSON.stringify([refused.outcome, unusable.outcome])).not.toContain("sk-test-secret");
  });
});

function clientOf({ baseUrl }: ScriptedProvider, maxRetries?: number): AnthropicClient {
  return new AnthropicClient({ apiKey: "sk-test-secret", baseUrl, maxRetries });
}
