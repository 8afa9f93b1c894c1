import { describe, expect, test } from "vitest";
import { AnthropicClient } from "../../../../src/providers/anthropic/anthropic-client.ts";
import type { ProviderError } from "../../../../src/providers/provider-error.ts";
import { streamedAnswer, type ScriptedBlock } from "../../support/answers.ts";
import { jsonReply, ScriptedProvider, streamReply, type Reply } from "../../support/scripted-provider.ts";
import { send } from "../../support/send.ts";

const blocks: readonly ScriptedBlock[] = [{ text: "Hello there" }];

describe("a failure of the Anthropic client", () => {
  test.each<[string, number, string | null, { readonly [name: string]: string }, Partial<ProviderError>]>([
    ["bad request", 400, "invalid_request_error", {}, { kind: "bad-request", status: 400 }],
    ["too large", 413, "request_too_large", {}, { kind: "bad-request", status: 413 }],
    ["bad key", 401, "authentication_error", {}, { kind: "auth", status: 401 }],
    ["billing", 402, "billing_error", {}, { kind: "permission", status: 402 }],
    ["permission", 403, "permission_error", {}, { kind: "permission", status: 403 }],
    ["unknown model", 404, "not_found_error", {}, { kind: "not-found", status: 404 }],
    ["request timeout", 408, null, {}, { kind: "timeout" }],
    ["rate limit, no hint", 429, "rate_limit_error", {}, { kind: "rate-limit", retryAfterMs: null }],
    [
      "rate limit, seconds",
      429,
      "rate_limit_error",
      { "retry-after": "30" },
      { kind: "rate-limit", retryAfterMs: 30_000 },
    ],
    [
      "rate limit, ms",
      429,
      "rate_limit_error",
      { "retry-after-ms": "1500" },
      { kind: "rate-limit", retryAfterMs: 1500 },
    ],
    [
      "rate limit, date",
      429,
      "rate_limit_error",
      { date: "Sat, 21 Nov 2026 10:00:00 GMT", "retry-after": "Sat, 21 Nov 2026 10:02:00 GMT" },
      { kind: "rate-limit", retryAfterMs: 120_000 },
    ],
    ["overloaded", 529, "overloaded_error", {}, { kind: "overloaded", status: 529 }],
    ["server error", 500, "api_error", {}, { kind: "server", status: 500 }],
    ["a gateway's own type", 503, "upstream_down", {}, { kind: "server", status: 503 }],
    ["a teapot", 418, null, {}, { kind: "bad-request", status: 418 }],
  ])("has its own kind for %s", async (_, status, type, headers, expected) => {
    const body = JSON.stringify({ type: "error", error: { type, message: "as the provider says" } });
    const reply = jsonReply(body, { status, headers: { "request-id": "req_1", ...headers } });
    await using provider = await ScriptedProvider.start([reply]);
    const { outcome } = await send(clientOf(provider, 0));
    expect(outcome).toMatchObject({
      kind: "failed",
      attempts: 1,
      error: { message: "as the provider says", ...expected },
    });
  });

  test("is not retried if the provider asks for a pause of more than a minute", async () => {
    const reply = jsonReply("{}", { status: 429, headers: { "retry-after": "61" } });
    await using provider = await ScriptedProvider.start([reply, streamReply(streamedAnswer({ blocks }))]);
    expect((await send(clientOf(provider))).outcome).toMatchObject({
      kind: "failed",
      attempts: 1,
      error: { kind: "rate-limit", retryAfterMs: 61_000 },
    });
  });

  test("has the kind of an error event in the stream", async () => {
    const [start = ""] = streamedAnswer({ blocks });
    const error = 'event: error\ndata: {"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}\n\n';
    const reply = streamReply([start, error], { headers: { "request-id": "req_1" } });
    await using provider = await ScriptedProvider.start([reply]);
    expect((await send(clientOf(provider))).outcome).toEqual({
      kind: "failed",
      attempts: 1,
      error: { kind: "overloaded", message: "Overloaded", status: null, requestId: "req_1" },
    });
  });

  const [start = "", ...middle] = streamedAnswer({ blocks }).slice(0, -1);
  test.each<[string, Reply, ProviderError["kind"]]>([
    ["a connection lost in mid-stream", streamReply([start, ...middle], { cut: true }), "cut-stream"],
    ["a stream that ends early", streamReply([start, ...middle]), "cut-stream"],
    [
      "a body shorter than announced",
      jsonReply('{"content":[]', { headers: { "content-length": "90" }, cut: true }),
      "cut-stream",
    ],
    ["an event of invalid JSON", streamReply([start, "data: {oops\n\n"]), "malformed-event"],
    [
      "a page instead of an answer",
      { headers: { "content-type": "text/html" }, chunks: ["<html>"] },
      "malformed-event",
    ],
  ])("has its own kind for %s", async (_, reply, kind) => {
    await using provider = await ScriptedProvider.start([reply]);
    expect((await send(clientOf(provider))).outcome).toMatchObject({ kind: "failed", error: { kind } });
  });

  test("to connect says why", async () => {
    const gone = await ScriptedProvider.start([]);
    const { baseUrl } = gone;
    await gone[Symbol.asyncDispose]();
    const { outcome } = await send(new AnthropicClient({ apiKey: "sk-test-secret", baseUrl, maxRetries: 0 }));
    expect(outcome).toMatchObject({
      kind: "failed",
      attempts: 1,
      error: { kind: "connection", message: expect.stringContaining("ECONNREFUSED") },
    });
  });
});

describe("retries of the Anthropic client", () => {
  const overloaded = jsonReply('{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}', {
    status: 529,
    headers: { "retry-after-ms": "1" },
  });

  test("are made, counted, and send the same bytes", async () => {
    await using provider = await ScriptedProvider.start([
      overloaded,
      overloaded,
      streamReply(streamedAnswer({ blocks })),
    ]);
    const { outcome } = await send(clientOf(provider));
    expect(outcome).toMatchObject({ kind: "answer", attempts: 3 });
    expect(new Set(provider.requests.map(({ body }) => body.toString())).size).toBe(1);
  });

  test("are as many as configured", async () => {
    await using provider = await ScriptedProvider.start([overloaded, overloaded, overloaded]);
    const { outcome } = await send(clientOf(provider, 1));
    expect(outcome).toMatchObject({ kind: "failed", attempts: 2, error: { kind: "overloaded" } });
    expect(provider.requests).toHaveLength(2);
  });
});

function clientOf({ baseUrl }: ScriptedProvider, maxRetries?: number): AnthropicClient {
  return new AnthropicClient({ apiKey: "sk-test-secret", baseUrl, maxRetries });
}
