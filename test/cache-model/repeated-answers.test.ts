import { describe, expect, test } from "vitest";
import type { PrefixRules } from "../../harness/providers/rules/cache-rules.ts";
import { sglangRules } from "../../harness/providers/sglang.ts";
import { callPart, textPart, thoughtParts, type WrittenPart } from "../../harness/cache-model/prompt/written-parts.ts";
import { anthropicMessages } from "../../harness/wires/anthropic-messages/wire.ts";
import type { Wire } from "../../harness/wires/wire.ts";
import { openaiChat } from "../../harness/wires/openai-chat/wire.ts";
import { openaiResponses } from "../../harness/wires/openai-responses/wire.ts";
import { chat, wireSession } from "./wire-session.ts";

type Json = { readonly [name: string]: unknown };

/** To the token; answers join their prompts. */
const rules: PrefixRules = { ...sglangRules, keepsAnswer: { value: true, source: "[F] this test" } };
const FOLLOW_UP = "v 4000tok";

/** What the next request reads of a prompt of 1,000 tokens and its answer. */
function readBehind(
  messages: readonly Json[],
  given: { readonly output: number; readonly written?: readonly WrittenPart[]; readonly thought?: number },
  { dialect = openaiChat, member = "messages", by = rules }: { dialect?: Wire; member?: string; by?: PrefixRules } = {},
): number {
  const { send } = wireSession("any", { dialect, rules: by });
  const prompt = { role: "user", content: "u 1000tok" };
  send({ model: "m", [member]: [prompt] }, given);
  return send({ model: "m", [member]: [prompt, ...messages, { role: "user", content: FOLLOW_UP }] })[1];
}

const said = (content: string): Json => ({ role: "assistant", content });
const TEXT = "a long story 500tok";
const story = { output: 500, written: [textPart(TEXT)] };
const input = { path: "a.ts", lines: [1, 2] };
const called = { output: 500, written: [textPart("First. "), callPart("read", input)] };
const OTHER = JSON.stringify({ whole: "x".repeat(200) });
const mixed = JSON.stringify({ lines: [1, 2], path: "a.ts" }, null, 1);

describe("a request reads as much of an earlier answer as it repeats", () => {
  test.each([
    ["the same text", [said(TEXT)], story, 1500],
    ["the same text as a part", [{ role: "assistant", content: [{ type: "text", text: TEXT }] }], story, 1500],
    ["another answer, and much behind it", [said("No. 3tok")], { ...story, output: 3620 }, 1000],
    ["another answer as long as it", [said("Or: a long story 500tok")], story, 1000],
    ["an answer that begins alike", [said("a long journey 500tok")], story, 1000 + Math.floor((500 * 7) / 21)],
    ["its beginning alone", [said("a long story 500tok, or 200tok")], story, 1000 + Math.floor((500 * 19) / 30)],
    ["an unknown answer: never more than the request repeats", [said("No. 3tok")], { output: 3620 }, 1003],
    ["an unknown answer: never more than its length", [said("b 700tok")], { output: 40 }, 1040],
    ["what it said was longer than what it repeats", [said(TEXT)], { ...story, output: 3620 }, 1500],
    ["no answer at all", [], story, 1000],
  ] as const)("reads the right number of tokens for: %s", (_case, messages, given, read) => {
    expect(readBehind(messages, given)).toBe(read);
  });

  const calls = (name: string, args: unknown): Json => ({
    role: "assistant",
    content: "First. 100tok".slice(0, 7),
    tool_calls: [{ id: "c1 400tok", type: "function", function: { name, arguments: args } }],
  });
  const use = (given: unknown): Json => ({ type: "tool_use", id: "t1 400tok", name: "read", input: given });
  const block = (given: unknown): Json => ({
    role: "assistant",
    content: [{ type: "text", text: "First. " }, use(given)],
  });
  const item = (args: string): Json => ({ type: "function_call", call_id: "c1 400tok", name: "read", arguments: args });
  const message = { type: "message", role: "assistant", content: [{ type: "output_text", text: "First. " }] };
  const responses = { dialect: openaiResponses, member: "input" } as const;

  test.each([
    ["Chat: arguments written otherwise", [calls("read", mixed)], {}, 1400],
    ["Chat: other arguments", [calls("read", OTHER)], {}, 1000],
    ["Chat: another tool", [calls("write", mixed)], {}, 1000],
    ["Messages: the same call", [block({ lines: [1, 2], path: "a.ts" })], { dialect: anthropicMessages }, 1400],
    ["Messages: another call", [block({ whole: "x".repeat(200) })], { dialect: anthropicMessages }, 1000],
    ["Responses: the same items", [message, item(mixed)], responses, 1400],
    ["Responses: another call", [message, item(OTHER)], responses, 1000],
  ] as const)("reads a call as far as it is repeated: %s", (_case, messages, wire, read) => {
    const begins = readBehind(messages, called, wire);
    // Of another call its name at most is shared.
    const most = read === 1000 ? 1050 : read;
    expect([begins >= read, begins <= most]).toEqual([true, true]);
  });

  test("counts thinking as prompt only if the request sends it back, as text or as signature", () => {
    const thinking = {
      output: 900,
      thought: 400,
      written: [...thoughtParts(["Let me think.", "seal"]), textPart(TEXT)],
    };
    const thought = (reasoning_content: string): Json => ({ ...said(TEXT), reasoning_content });
    expect(readBehind([said(TEXT)], thinking)).toBe(1500);
    expect(readBehind([thought("Let me think.")], thinking)).toBe(1500);
    const blocks = (signature: string): Json => ({
      role: "assistant",
      content: [
        { type: "thinking", thinking: "400tok", signature },
        { type: "text", text: TEXT },
      ],
    });
    const wire = { dialect: anthropicMessages };
    expect([readBehind([blocks("seal")], thinking, wire), readBehind([blocks("other")], thinking, wire)]).toEqual([
      1900, 1000,
    ]);
  });

  test("reads the one of several answers that the request repeats, even after a sibling repeated a part of another", () => {
    const { send } = wireSession("any", { rules });
    const ask = (...answers: readonly string[]): Json =>
      chat("m", ["user", "u 1000tok"], ...answers.map((text) => ["assistant", text] as const), ["user", FOLLOW_UP]);
    send(chat("m", ["user", "u 1000tok"]), { output: 500, written: [textPart(TEXT)] });
    send(chat("m", ["user", "u 1000tok"]), { output: 300, written: [textPart("b 100tok"), textPart("c 200tok")] });
    send(ask("b 100tok"));
    expect(send(ask(TEXT))[1]).toBe(1500);
    expect(send(ask("b 100tok", "c 200tok"))[1]).toBe(1300);
  });

  test("reads a part of an answer only up to a fixed unit, if the cache reads whole units", () => {
    const by: PrefixRules = { ...rules, wholeUnits: { value: true, source: "[F] this test" } };
    expect([
      readBehind([said(TEXT)], story, { by }),
      readBehind([said("a long journey 500tok")], story, { by }),
    ]).toEqual([1500, 1000]);
    const cut: PrefixRules = { ...by, unitTokens: { value: 400, source: "[F] this test" } };
    const otherEnd = [said(`${TEXT.slice(0, -6)}, or 500tok`)];
    const reads = [rules, by, cut].map((each) => readBehind(otherEnd, story, { by: each }));
    expect(reads).toEqual([1270, 1000, 1200]);
  });

  test("stops the read at other white space in nested arguments, if arguments count as spelled", () => {
    const by: PrefixRules = { ...rules, spellsArguments: { value: true, source: "[F] this test" } };
    const [spaced, flat] = ['{"path": "a.ts", "lines": [1, 2]}', '{"path":"a.ts","lines":[1,2]}'];
    const outside = '{ "lines": [1, 2], "path": "a.ts" }';
    const given = { output: 500, written: [textPart("First. "), callPart("read", spaced)] };
    const read = (args: string, rule: PrefixRules): number => readBehind([calls("read", args)], given, { by: rule });
    expect([read(spaced, by), read(outside, by), read(flat, rules)]).toEqual([1400, 1400, 1400]);
    expect(read(flat, by)).toBeLessThan(1400);
  });
});

test.each([
  ["zai", 1665],
  ["sglang", 1648],
  ["llama-cpp", 1648],
])(
  "on %s an extension reads the whole prompt before it, with the tokens that invite the answer; another question reads less",
  (provider, read) => {
    const { send } = wireSession(provider, { trailer: 3 });
    const [begun, answer, more] = [
      ["user", "u 1645tok"],
      ["assistant", "a 20tok"],
      ["user", "v 90tok"],
    ] as const;
    expect(send(chat("glm-4.6", begun), { output: 17 })).toEqual([1648, 0, 0]);
    expect(send(chat("glm-4.6", begun, answer, more))).toEqual([1758, read, 0]);
    expect(send(chat("glm-4.6", begun, ["user", "another 90tok"]))[1]).toBe(1645);
    expect(send(chat("glm-4.6", begun, ["assistant", "b 1tok"], ["user", "another 90tok"]))[1]).toBe(1646);
  },
);
