import { expect, test } from "vitest";
import { AnthropicClient } from "../../../../src/providers/anthropic/anthropic-client.ts";
import { GeminiClient } from "../../../../src/providers/gemini/gemini-client.ts";
import type { LlmClient } from "../../../../src/providers/llm-client.ts";
import { OpenAiClient } from "../../../../src/providers/openai/openai-client.ts";
import { wireFormats } from "../../../../src/wire/wire-formats.ts";
import { jsonReply, type Reply, ScriptedProvider } from "../../support/scripted-provider.ts";
import { send } from "../../support/send.ts";
import { type WireParent, wireParents } from "../../support/wire-parents.ts";

const LARGE = 400_000;

type Wire = WireParent["wire"];

function clientOn(wire: Wire, baseUrl: string, more: { readonly fetch?: typeof fetch } = {}): LlmClient {
  const common = { apiKey: "sk-secret", ...more };
  if (wire === "anthropic-messages") return new AnthropicClient({ ...common, baseUrl });
  if (wire === "gemini-generate")
    return new GeminiClient({ ...common, model: "m", baseUrl, wait: async () => undefined });
  return new OpenAiClient({ ...common, wire, baseUrl: `${baseUrl}/v1`, wait: async () => undefined });
}

const busy: Reply = { status: 503, headers: { "retry-after-ms": "1" }, chunks: ["busy"] };

test.each(wireParents)("a large body on $wire arrives whole, with its length, on each attempt", async (parent) => {
  const { wire } = parent;
  const body = Buffer.from(parent.around(parent.user("é ".repeat(LARGE / 3))));
  await using provider = await ScriptedProvider.start([busy, jsonReply(parent.answer([]))]);
  const { outcome } = await send(clientOn(wire, provider.baseUrl), { body, history: wireFormats[parent.wire].history });
  expect(outcome).toMatchObject({ kind: "answer", attempts: 2 });
  for (const { headers, body: received } of provider.requests) {
    expect(received.equals(body)).toBe(true);
    expect(headers["content-length"]).toBe(String(body.length));
    expect(headers["transfer-encoding"]).toBeUndefined();
  }
  expect(provider.requests).toHaveLength(2);
});

test.each(wireParents)("a large body on $wire follows a redirect", async (parent) => {
  const body = Buffer.from(parent.around(parent.user("x".repeat(LARGE))));
  const elsewhere: Reply = { status: 307, headers: { location: "/moved" }, chunks: [""] };
  await using provider = await ScriptedProvider.start([elsewhere, elsewhere, jsonReply(parent.answer([]))]);
  const { outcome } = await send(clientOn(parent.wire, provider.baseUrl), {
    body,
    history: wireFormats[parent.wire].history,
  });
  expect(outcome.kind).toBe("answer");
  const last = provider.requests.at(-1);
  expect(last?.path).toBe("/moved");
  expect(last?.body.equals(body)).toBe(true);
});

test.each(wireParents)("a caller's own fetch on $wire is handed a large body as bytes", async (parent) => {
  const body = Buffer.from(parent.around(parent.user("x".repeat(LARGE))));
  const bodies: unknown[] = [];
  const own: typeof fetch = async (_url, init) => {
    bodies.push(init?.body);
    return new Response(parent.answer([]), { headers: { "content-type": "application/json" } });
  };
  await send(clientOn(parent.wire, "http://127.0.0.1:9", { fetch: own }), {
    body,
    history: wireFormats[parent.wire].history,
  });
  expect(bodies).toEqual([body]);
});
