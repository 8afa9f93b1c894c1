import { describe, expect, test } from "vitest";
import { captureCacheSafeParams } from "../../../src/cache-safe/capture-cache-safe-params.ts";
import type { WireName } from "../../../src/wire/wire-format.ts";
import { runFork } from "../support/run-fork.ts";
import { says, ScriptedClient } from "../support/scripted-client.ts";
import { parentOn } from "../support/wire-parents.ts";

const done = says({ blocks: [{ text: "Done." }] });

async function firstBody(wire: WireName, answer: string, history = parentOn(wire).history): Promise<string> {
  const { around } = parentOn(wire);
  const request = Buffer.from(around(history.join(",")));
  const parent = captureCacheSafeParams({ wire, request, headers: [], answer: Buffer.from(answer), model: "m" });
  const llm = new ScriptedClient([done], parent.wire);
  await runFork({ llm, parent });
  const body = llm.bodies[0] ?? "";
  expect(body).toContain(history.join(","));
  return body.slice(body.indexOf(history.join(",")) + history.join(",").length);
}

const call = '{"type":"tool_use","id":"b","name":"Read","input":{"n":1.0}}';
const chatCall = '{"id":"b","type":"function","function":{"name":"Read","arguments":"{}"}}';
const part = '{"functionCall":{"name":"Read","args":{"n":1.0}}}';
const anthropic = (...blocks: readonly string[]): string =>
  `{"content":[${blocks.join(",")}],"stop_reason":"end_turn"}`;
const chat = (message: string): string => `{"choices":[{"message":${message},"finish_reason":"stop"}]}`;
const gemini = (...parts: readonly string[]): string =>
  `{"candidates":[{"content":{"role":"model","parts":[${parts.join(",")}]},"finishReason":"STOP"}]}`;

describe("an empty text in the parent's answer, which providers return and then refuse,", () => {
  test.each<[string, WireName, string, string]>([
    [
      "next to a call",
      "anthropic-messages",
      anthropic('{"type":"text","text":""}', call),
      `,{"role":"assistant","content":[${call}]},`,
    ],
    [
      "of white space",
      "anthropic-messages",
      anthropic(call, '{ "text":"\\n ","type":"text"}'),
      `,{"role":"assistant","content":[${call}]},`,
    ],
    ["alone", "anthropic-messages", anthropic('{"type":"text","text":""}'), ',{"role":"user",'],
    ["alone", "openai-chat", chat('{"role":"assistant","content":""}'), ',{"role":"user",'],
    ["that is null", "openai-chat", chat('{"role":"assistant","content":null,"tool_calls":[]}'), ',{"role":"user",'],
    ["at the end", "gemini-generate", gemini(part, '{"text":""}'), `,{"role":"model","parts":[${part}]},`],
    ["alone", "gemini-generate", gemini('{"text":""}', '{"text":"","thought":true}'), ',{"role":"user",'],
  ])("is not sent back: %s on %s", async (_, wire, answer, behind) => {
    expect((await firstBody(wire, answer)).startsWith(behind)).toBe(true);
  });

  test.each<[string, WireName, string, string]>([
    [
      "a call without a text",
      "openai-chat",
      chat(`{"role":"assistant","content":null,"tool_calls":[${chatCall}]}`),
      chatCall,
    ],
    ["a refusal", "openai-chat", chat('{"role":"assistant","content":null,"refusal":"No."}'), '"refusal":"No."'],
    ["a signature", "gemini-generate", gemini('{"text":"","thoughtSignature":"c2ln"}'), '"thoughtSignature":"c2ln"'],
    [
      "thinking",
      "anthropic-messages",
      anthropic('{"type":"thinking","thinking":"","signature":"s"}', call),
      '"signature":"s"',
    ],
  ])("does not remove other content: %s on %s", async (_, wire, answer, kept) => {
    expect(await firstBody(wire, answer)).toContain(kept);
  });

  test("stays if the parent itself has sent it, since its bytes are the parent's", async () => {
    const own = [
      '{"role":"user","content":"Hi"}',
      '{"role":"assistant","content":[{"type":"text","text":""}]}',
      '{"role":"user","content":"On."}',
    ];
    expect(await firstBody("anthropic-messages", anthropic(call), own)).toContain(call);
  });
});

test("an empty text of the fork's own is not sent back either", async () => {
  const llm = new ScriptedClient([says({ blocks: [{ text: "" }, { call: "Read", id: "t1", input: "{}" }] }), done]);
  const { messages } = await runFork({ llm });
  expect(llm.bodies[1]).not.toContain('"text":""');
  expect(messages.map(({ role }) => role)).toEqual(["user", "assistant", "user", "assistant"]);
  const silent = await runFork({ llm: new ScriptedClient([says({ blocks: [{ text: " " }] })]) });
  expect(silent.messages.map(({ role }) => role)).toEqual(["user"]);
});

test("a Responses parent whose input is one text can be forked: the raw text becomes an item of its own", async () => {
  const request = Buffer.from(
    '{"model":"m","instructions":"Help.", "input" : "Look \\u00e9." ,"tools":[{"type":"function","name":"Read"}]}',
  );
  const answer = Buffer.from(parentOn("openai-responses").answer(["b"]));
  const parent = captureCacheSafeParams({ wire: "openai-responses", request, headers: [], answer });
  const llm = new ScriptedClient([done], parent.wire);
  const result = await runFork({ llm, parent });
  const answered = parentOn("openai-responses").answered(["b"]);
  expect(llm.bodies[0]).toContain(
    `{"model":"m","instructions":"Help.", "input" : [{"type":"message","role":"user","content":"Look \\u00e9."},${answered},{"type":"function_call_output","call_id":"b"`,
  );
  expect(JSON.parse(llm.bodies[0] ?? "").input.at(-1).content).toEqual([{ type: "input_text", text: "Tidy up." }]);
  expect(result.sharedEnd).toBeNull();
  expect(result.parentPrefix.asSent).toBe(false);
  expect(result.notes).toEqual([expect.stringContaining("the fork sends it as the equivalent message")]);
  const chat = { wire: "openai-chat", request: Buffer.from('{"messages":"Hi"}'), headers: [], answer: null } as const;
  expect(() => captureCacheSafeParams(chat)).toThrow("'[' expected");
});
