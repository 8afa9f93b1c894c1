import { expect, test } from "vitest";
import { eventStreamPayloads } from "../../harness/wires/shared/usage/event-stream-payloads.ts";
import { readAnswer } from "../../harness/wires/anthropic-messages/read-answer.ts";
import { readUsage } from "../../harness/wires/anthropic-messages/read-usage.ts";
import { createVirtualClock } from "../../harness/mock/serve/clock.ts";
import { createMockProvider } from "../../harness/mock/mock-provider.ts";
import { parseScript } from "../../harness/mock/script/parse-script.ts";
import { mockFetch } from "../../harness/mock/serve/via-fetch.ts";
import { type Json, askWire } from "./ask-wire.ts";

const INVOKE = "/model/us.anthropic.claude-sonnet-4-5-20250929-v1%3A0/invoke";
const mark = { type: "ephemeral" };
const body = {
  anthropic_version: "bedrock-2023-05-31",
  max_tokens: 64,
  system: [{ type: "text", text: "You look after a small shop. ".repeat(900), cache_control: mark }],
  messages: [{ role: "user", content: "Hello." }],
};

test("Bedrock's InvokeModel answers Claude's Messages, and reads what it has stored", async () => {
  const { ask } = askWire([{ text: "Fine." }, { text: "Fine." }]);
  const usages = [await ask(INVOKE, body), await ask(INVOKE, body)].map(({ json }) => json["usage"] as Json);
  expect(usages[0]).toMatchObject({ cache_read_input_tokens: 0 });
  expect(usages[1]).toMatchObject({
    cache_read_input_tokens: usages[0]?.["cache_creation_input_tokens"],
    cache_creation_input_tokens: 0,
  });
  expect(Number(usages[1]?.["cache_read_input_tokens"])).toBeGreaterThan(1024);
});

test("Bedrock's InvokeModel streams its events in Amazon's binary form", async () => {
  const provider = await createMockProvider({ script: parseScript([{ text: "Fine." }]), clock: createVirtualClock() });
  const init = { method: "POST", headers: { authorization: "Bearer k" }, body: JSON.stringify(body) };
  const response = await mockFetch(provider)(`https://provider.example${INVOKE}-with-response-stream`, init);
  const payloads = eventStreamPayloads(Buffer.from(await response.arrayBuffer()));
  const events = payloads.map((payload) => {
    const { bytes } = JSON.parse(payload.toString()) as { bytes: string };
    return JSON.parse(Buffer.from(bytes, "base64").toString()) as Json;
  });
  expect(events.map(({ type }) => type)).toEqual([
    "message_start",
    "content_block_start",
    "ping",
    "content_block_delta",
    "content_block_stop",
    "message_delta",
    "message_stop",
  ]);
});

test("the counters and the answer of a streamed InvokeModel are read like those of a document", async () => {
  const provider = await createMockProvider({ script: parseScript([{ text: "Fine." }]), clock: createVirtualClock() });
  const init = { method: "POST", headers: { authorization: "Bearer k" }, body: JSON.stringify(body) };
  const response = await mockFetch(provider)(`https://provider.example${INVOKE}-with-response-stream`, init);
  const contentType = response.headers.get("content-type");
  const streamed = { contentType, body: Buffer.from(await response.arrayBuffer()) };
  const { text } = await askWire().ask(INVOKE, body);
  const whole = { contentType: "application/json", body: Buffer.from(text) };
  expect(readUsage(streamed)).toEqual(readUsage(whole));
  expect(readUsage(streamed)?.write).toBeGreaterThan(1024);
  expect(readAnswer(streamed)).toEqual(readAnswer(whole));
});

test.each<readonly [string, Json, RegExp]>([
  ["no version", { ...body, anthropic_version: undefined }, /^anthropic_version: Field required$/],
  ["a model beside the path's", { ...body, model: "claude-sonnet-4-5" }, /^model: Extra inputs are not permitted$/],
  ["the automatic mark", { ...body, cache_control: mark }, /^cache_control: Extra inputs are not permitted$/],
  [
    "a call without its result",
    {
      ...body,
      messages: [
        ...body.messages,
        { role: "assistant", content: [{ type: "tool_use", id: "t", name: "n", input: {} }] },
        ...body.messages,
      ],
    },
    /^messages\.1: `tool_use` ids were found without `tool_result` blocks immediately after: t\./,
  ],
])("Bedrock's InvokeModel refuses %s in Bedrock's shape", async (_name, asked, message) => {
  const refused = await askWire().ask(INVOKE, asked);
  expect([refused.status, refused.headers.get("x-amzn-errortype")]).toEqual([400, "ValidationException"]);
  expect(refused.json["message"]).toMatch(message);
});
