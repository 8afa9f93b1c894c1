import { expect, test } from "vitest";
import { askWire, type Json } from "./ask-wire.ts";

const [CHAT, RESPONSES, MESSAGES] = ["/v1/chat/completions", "/v1/responses", "/v1/messages"];
const gemini = (model: string): string => `/v1beta/models/${model}:generateContent`;
const converse = (model: string): string => `/model/${model}/converse`;

const KEYS = {
  authorization: "Bearer k",
  "x-api-key": "k",
  "x-goog-api-key": "k",
  "x-forkproof-lane": "fork",
  "anthropic-version": "2023-06-01",
};

/** More than a million tokens of any model, and some 400,000 of them. */
const LONG = "The harbour office keeps a book of every ship that came in. ".repeat(100_000);
const LESS = LONG.slice(0, 2_000_000);
const say = (text: string): Json => ({ messages: [{ role: "user", content: text }] });
const ask = (model: string, text: string): Json => ({ model, max_tokens: 64, ...say(text) });
const parts = (text: string): Json => ({ contents: [{ role: "user", parts: [{ text }] }] });
const blocks = (text: string): Json => ({ messages: [{ role: "user", content: [{ text }] }] });

type Row = readonly [name: string, path: string, body: Json, message: RegExp];

/** Words: recorded refusals; of OpenAI's Chat, public issues. */
const refused: readonly Row[] = [
  ["too long a prompt", MESSAGES, ask("claude-haiku-4-5", LONG), /^prompt is too long: 1\d{6} tokens > 200000/],
  ["too long for Chat", CHAT, ask("gpt-4o", LONG), /maximum context length is 128000 tokens\. However, your/],
  ["too long for Responses", RESPONSES, { model: "gpt-5", input: LONG }, /^Your input exceeds the context window/],
  ["too long for DeepSeek", CHAT, ask("deepseek-chat", LONG), /is 1048565 tokens\. However, you requested 1/],
  ["too long for Gemini", gemini("gemini-2.5-pro"), parts(LONG), /^The input token count \(1\d{6}\) exceeds the/],
  ["too long for Nova", converse("amazon.nova-pro-v1:0"), blocks(LONG), /Input Tokens Exceeded/],
  [
    "too long behind OpenRouter",
    CHAT,
    ask("anthropic/claude-haiku-4.5", LONG),
    /^This endpoint's maximum context length is 200000 tokens\. However, you requested about 1\d{6} tokens/,
  ],
];

test.each(refused)("the mocked provider refuses a prompt: %s", async (_name, path, body, message) => {
  const answer = await askWire().ask(path, body, KEYS);
  const error = (answer.json["error"] ?? answer.json) as Json;
  expect([answer.status, error["message"]]).toEqual([400, expect.stringMatching(message)]);
});

test("a model for a million tokens accepts them, as does one with a beta header, and a count is never too long", async () => {
  const beta = { ...KEYS, "anthropic-beta": "context-1m-2025-08-07" };
  const statusOf = async (model: string, headers = KEYS, path = MESSAGES): Promise<number> =>
    (await askWire().ask(path, ask(model, LESS), headers)).status;
  expect([await statusOf("claude-opus-5"), await statusOf("claude-sonnet-4-5", beta)]).toEqual([200, 200]);
  expect([await statusOf("claude-sonnet-4-5"), await statusOf("claude-opus-4-5", beta)]).toEqual([400, 400]);
  expect(await statusOf("claude-sonnet-4-5", KEYS, "/v1/messages/count_tokens")).toBe(200);
});
