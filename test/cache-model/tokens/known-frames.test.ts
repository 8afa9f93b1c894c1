import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { expect, test } from "vitest";
import { estimateTokens, tokenizedTokens } from "../../../harness/cache-model/estimate-tokens.ts";
import { chainOf } from "../../../harness/cache-model/prompt/prompt-chain.ts";
import { anthropicRules } from "../../../harness/providers/anthropic/cache-rules.ts";
import { openaiClassicRules } from "../../../harness/providers/openai/cache-rules.ts";
import { parseLayout as layoutMessages } from "../../../harness/wires/anthropic-messages/parse-layout.ts";
import { parseLayout as layoutGemini } from "../../../harness/wires/gemini-generate/parse-layout.ts";
import { parseLayout as layoutChat } from "../../../harness/wires/openai-chat/parse-layout.ts";
import { parseLayout as layoutResponses } from "../../../harness/wires/openai-responses/parse-layout.ts";

type Json = { readonly [name: string]: unknown };

const question = "Which of the nine ferries runs on a Sunday, and from which pier?";
const answer = "Only the Holm ferry does; it leaves from the north pier.";

function total(body: Json, parseLayout = layoutChat, tokens = tokenizedTokens, model = String(body["model"])): number {
  const rules = parseLayout === layoutMessages ? anthropicRules : openaiClassicRules;
  return chainOf(parseLayout(Buffer.from(JSON.stringify(body))), { rules, tokens, workspace: "", model }).total;
}

/** A prompt as its template writes it: each special token is one, and so are the texts between them what they are. */
function counted(prompt: string): number {
  const texts = prompt.split(/<\|[a-z]+\|>/);
  return texts.reduce((sum, text) => sum + countTokens(text), texts.length - 1);
}

const own =
  "<|start|>system<|message|>You are ChatGPT, a large language model trained by OpenAI.\nKnowledge cutoff: 2024-06\nCurrent date: 2026-11-22\n\n" +
  "Reasoning: medium\n\n# Valid channels: analysis, commentary, final. Channel must be included for every message.<|end|>";
const say = (role: string, text: string): string => `<|start|>${role}<|message|>${text}<|end|>`;
const asked = say("user", question);
const answered = `<|start|>assistant<|channel|>final<|message|>${answer}<|end|>`;
const talk = [
  { role: "user", content: question },
  { role: "assistant", content: answer },
  { role: "user", content: question },
];

test("gpt-oss counts its own message and channels, as the harmony format writes them", () => {
  expect(total({ model: "gpt-oss-120b", messages: talk })).toBe(
    counted(`${own}${asked}${answered}${asked}<|start|>assistant`),
  );
});

test("a hosted model of the same format does not count the provider's own message, on either wire format", () => {
  const prompt = counted(`${asked}${answered}${asked}<|start|>assistant`);
  expect(total({ model: "gpt-5.5", messages: talk })).toBe(prompt);
  expect(total({ model: "gpt-5.5", input: talk }, layoutResponses)).toBe(prompt);
  const behind = counted(`${say("developer", "Be brief.")}${asked}${answered}${asked}<|start|>assistant`);
  expect(total({ model: "gpt-5.5", instructions: "Be brief.", input: talk }, layoutResponses)).toBe(behind);
});

test("a message of gpt-4o costs four tokens in addition to its text, and the answer's start costs three", () => {
  const texts = 2 * countTokens(question) + countTokens(answer);
  expect(total({ model: "gpt-4o", messages: talk })).toBe(texts + 3 * 4 + 3);
});

test("a call and its result cost about as much as the harmony format writes", () => {
  const call = { id: "c1", type: "function", function: { name: "find_ferry", arguments: '{"day":"Sunday"}' } };
  const turn = [
    { role: "assistant", content: null, tool_calls: [call] },
    { role: "tool", tool_call_id: "c1", content: "Holm, north pier" },
  ];
  const written =
    '<|start|>assistant to=functions.find_ferry<|channel|>commentary json<|message|>{"day":"Sunday"}<|call|>' +
    "<|start|>functions.find_ferry to=assistant<|channel|>commentary<|message|>Holm, north pier<|end|>";
  const cost = total({ model: "gpt-5", messages: [...talk, ...turn] }) - total({ model: "gpt-5", messages: talk });
  expect(Math.abs(cost - counted(written))).toBeLessThanOrEqual(2);
});

test("the requested answer format counts as part of the prompt", () => {
  const schema = { type: "object", properties: { pier: { type: "string" } }, required: ["pier"] };
  const format = { type: "json_schema", name: "Ferry", strict: true, schema };
  const plain = { model: "gpt-5", input: talk };
  const more = total({ ...plain, text: { format } }, layoutResponses) - total(plain, layoutResponses);
  expect(more).toBeGreaterThan(15);
  expect(more).toBeLessThan(40);
  const chat = { model: "gpt-5", messages: talk };
  const inChat = { ...chat, response_format: { type: "json_schema", json_schema: format } };
  expect(total(inChat) - total(chat)).toBe(more);
});

test("Gemini counts texts as o200k does, digit by digit, and adds nothing per message", () => {
  const gemini = (text: string): number => {
    const contents = [{ role: "user", parts: [{ text }] }];
    return total({ contents }, layoutGemini, tokenizedTokens, "gemini-2.5-flash");
  };
  expect(gemini(question) - countTokens(question)).toBe(2);
  const numbers = "17 1872 314159 ".repeat(20);
  expect(gemini(numbers)).toBeGreaterThanOrEqual(12 * 20);
});

test("Claude counts a digit as a token, and letters in a word as fewer", () => {
  const claude = (text: string): number =>
    total(
      { model: "claude-sonnet-4-5", max_tokens: 1, messages: [{ role: "user", content: text }] },
      layoutMessages,
      estimateTokens,
    );
  expect(claude("31415926 ".repeat(100))).toBeGreaterThan(800);
  expect(claude("ferryman ".repeat(100))).toBeLessThan(400);
});

test("thinking of an earlier turn costs nothing if the model leaves it out, and its text if it is kept", () => {
  const thinking = { type: "thinking", thinking: `${question} `.repeat(50), signature: "c2ln" };
  const turns = (model: string, blocks: readonly object[]): number => {
    const said = { role: "assistant", content: [...blocks, { type: "text", text: answer }] };
    const messages = [{ role: "user", content: question }, said, { role: "user", content: "And on a Monday?" }];
    const layout = layoutMessages(Buffer.from(JSON.stringify({ model, max_tokens: 1, messages })));
    const all = layout.units.map(() => 1);
    return estimateTokens.count(layout, all, model).units.reduce((sum, tokens) => sum + tokens, 0);
  };
  expect(turns("claude-sonnet-4-5", [thinking])).toBe(turns("claude-sonnet-4-5", []));
  expect(turns("claude-sonnet-4-6", [thinking]) - turns("claude-sonnet-4-6", [])).toBeGreaterThan(500);
});
