import OpenAI from "openai";
import { describe, expect, test } from "vitest";
import { OpenAiClient } from "../../../src/providers/openai/openai-client.ts";
import type { Answer } from "../../../src/wire/stream/answer.ts";
import { jsonReply, type Reply, ScriptedProvider, streamReply } from "../../src/support/scripted-provider.ts";
import { send } from "../../src/support/send.ts";
import { chatCalls, chatText } from "../../src/support/wire-answers.ts";
import { runBoth } from "./both-sides.ts";

describe("errors of the transport compared with the OpenAI SDK's", () => {
  test.each([
    ["OpenAI's", 400, '{"error":{"message":"bad request","type":"invalid_request_error","param":null,"code":null}}'],
    ["a proxy's, without an error member", 401, '{"message":"no such key"}'],
    [
      "vLLM's, with a numeric code",
      404,
      '{"object":"error","message":"unknown model","type":"NotFoundError","code":404}',
    ],
    ["a text", 422, "not like this"],
  ])("the message, status and request ID are equal for %s", async (_, status, body) => {
    const [sdk, own] = await runBoth([jsonReply(body, { status, headers: { "x-request-id": "req_7" } })]);
    expect({ ...own.end, message: messageOf(own.end).replace(`status ${status}: `, "") }).toEqual(sdk.end);
    expect(own.end).toMatchObject({ end: "refused", status, requestId: "req_7" });
  });

  // The SDK writes what it did not expect as JSON.
  test.each([
    ["an error that is a string", '{"error":"model not found"}', '"model not found"', "model not found"],
    ["an object without a message", '{"detail":"who?"}', '{"detail":"who?"}', 'status 400: {"detail":"who?"}'],
    ["nothing", "", "status code (no body)", "status 400: no message"],
  ])("the wording differs on purpose for %s", async (_, body, sdkMessage, ownMessage) => {
    const [sdk, own] = await runBoth([jsonReply(body, { status: 400 })]);
    expect(messageOf(sdk.end)).toBe(sdkMessage);
    expect(messageOf(own.end)).toBe(ownMessage);
  });
});

describe("answers of the transport compared with the OpenAI SDK's", () => {
  test.each([
    ["text", chatText],
    ["calls", chatCalls],
  ])("a stream of %s in single bytes gives the same result", async (_, events) => {
    const bytes = [...Buffer.from(events.join(""))].map((byte) => Buffer.from([byte]).toString("latin1"));
    const { sdk, own } = await readBoth(streamReply(bytes), true);
    expect(own).toMatchObject(sdk);
  });

  test("a whole answer gives the same result", async () => {
    const body = `{"id":"c1","choices":[{"message":{"role":"assistant","content":"Done.","tool_calls":[{"id":"t1","type":"function","function":{"name":"Read","arguments":"{ }"}}]},"finish_reason":"tool_calls"}],"usage":{"prompt_tokens":1000,"completion_tokens":7,"prompt_tokens_details":{"cached_tokens":900}}}`;
    const { sdk, own } = await readBoth(jsonReply(body), false);
    expect(own).toMatchObject(sdk);
  });
});

/** The reply as the SDK reads it, in the transport's terms, and as the transport reads it. */
async function readBoth(reply: Reply, isStream: boolean): Promise<{ readonly sdk: object; readonly own: Answer }> {
  await using provider = await ScriptedProvider.start([reply, reply]);
  const baseUrl = `${provider.baseUrl}/v1`;
  const client = new OpenAI({ apiKey: "k", baseURL: baseUrl, logLevel: "off" });
  const request = { model: "m", messages: [{ role: "user" as const, content: "Go." }] };
  const completion = isStream
    ? await client.chat.completions
        .stream({ ...request, stream_options: { include_usage: true } })
        .finalChatCompletion()
    : await client.chat.completions.create(request);
  const { outcome } = await send(new OpenAiClient({ wire: "openai-chat", apiKey: "k", baseUrl }));
  if (outcome.kind !== "answer") throw new Error(outcome.error.message);
  const [choice] = completion.choices;
  const sdk = {
    id: completion.id,
    text: choice?.message.content ?? "",
    stopReason: choice?.finish_reason,
    calls: (choice?.message.tool_calls ?? []).map((call) =>
      call.type === "function" ? { id: call.id, name: call.function.name, input: call.function.arguments } : call,
    ),
    usage: {
      prompt: completion.usage?.prompt_tokens,
      read: completion.usage?.prompt_tokens_details?.cached_tokens,
      output: completion.usage?.completion_tokens,
    },
  };
  return { own: outcome.answer, sdk };
}

function messageOf(end: object): string {
  return "message" in end ? String(end.message) : "";
}
