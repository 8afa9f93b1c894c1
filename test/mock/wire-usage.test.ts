import { expect, test } from "vitest";
import { askWire, type Json, type WireAnswer } from "./ask-wire.ts";

const HEAD = "You look after a small shop in the harbour. ".repeat(700);
const STEPS = [{ text: "Fine." }, { text: "Fine." }, { text: "Fine." }];

const bodyOf = (model: string, members: Json = {}): Json => ({
  model,
  messages: [
    { role: "system", content: HEAD },
    { role: "user", content: "Hello." },
  ],
  ...members,
});
const streamed = { stream: true, stream_options: { include_usage: true } };

/** The same request thrice: cold, read, and read from a stream. */
async function thrice(path: string, body: Json, stream: Json): Promise<readonly [WireAnswer, WireAnswer, WireAnswer]> {
  const { ask } = askWire(STEPS);
  return [await ask(path, body), await ask(path, body), await ask(path, { ...body, ...stream })];
}

const usageIn = (document: Json): Json => document["usage"] as Json;

const isLong = (tokens: unknown): boolean => Number(tokens) > 1024;

/** How each vendor spells what was read, on Chat Completions; 0 and absent are not the same. */
test.each<readonly [model: string, cold: Json, members: readonly string[]]>([
  ["gpt-5.2", { prompt_tokens_details: { cached_tokens: 0, audio_tokens: 0 } }, []],
  [
    "deepseek-v4-flash",
    { prompt_cache_hit_tokens: 0, prompt_tokens_details: { cached_tokens: 0 } },
    ["prompt_cache_miss_tokens"],
  ],
  ["qwen3-coder-plus", { prompt_tokens_details: { cached_tokens: 0 } }, []],
  ["kimi-k3", { cached_tokens: 0, cache_write_tokens: expect.toSatisfy(isLong) }, ["cache_write_tokens"]],
  ["kimi-k2.6", { cached_tokens: 0 }, []],
  ["glm-5.2", { prompt_tokens_details: { cached_tokens: 0 } }, []],
  ["mistral-large-latest", { prompt_tokens_details: { cached_tokens: 0 } }, []],
  ["MiniMax-M2", { prompt_tokens_details: { cached_tokens: 0 } }, []],
])("the model %s counts reads in the prompt and spells them as its vendor does", async (model, cold, members) => {
  const [first, second, third] = await thrice("/v1/chat/completions", bodyOf(model), streamed);
  expect(usageIn(first.json)).toMatchObject(cold);
  const { cached_tokens: own, prompt_cache_hit_tokens: hit, prompt_tokens_details: details } = usageIn(second.json);
  const read = own ?? hit ?? (details as Json)["cached_tokens"];
  expect(read).toBeGreaterThan(Number(usageIn(second.json)["prompt_tokens"]) * 0.5);
  expect(Object.keys(usageIn(second.json))).toEqual(expect.arrayContaining([...members]));
  const told = third.events.flatMap((event) => [event, ...(event["choices"] as readonly Json[])]).map(usageIn);
  expect(told.filter((usage) => usage !== undefined && usage !== null).at(-1)).toEqual(usageIn(second.json));
});

test("DeepSeek's hit and miss sum to its prompt", async () => {
  const [, { json }] = await thrice("/v1/chat/completions", bodyOf("deepseek-v4-flash"), streamed);
  const usage = usageIn(json);
  expect(Number(usage["prompt_cache_hit_tokens"]) + Number(usage["prompt_cache_miss_tokens"])).toBe(
    usage["prompt_tokens"],
  );
});

test("only OpenAI since GPT-5.6 and DashScope with breakpoints report what was written", async () => {
  const [sol] = await thrice("/v1/chat/completions", bodyOf("gpt-5.6-sol"), streamed);
  const details = usageIn(sol.json)["prompt_tokens_details"] as Json;
  expect(Number(details["cache_write_tokens"])).toBeGreaterThan(1024);
  const marked = {
    model: "qwen3-coder-plus",
    messages: [
      { role: "system", content: [{ type: "text", text: HEAD, cache_control: { type: "ephemeral" } }] },
      { role: "user", content: "Hello." },
    ],
  };
  const [made, read] = await thrice("/compatible-mode/v1/chat/completions", marked, streamed);
  const [before, after] = [made, read].map(({ json }) => usageIn(json)["prompt_tokens_details"] as Json);
  expect(before).toMatchObject({ cached_tokens: 0, cache_creation_input_tokens: after?.["cached_tokens"] });
  expect(after).toMatchObject({ cache_creation_input_tokens: 0 });
});

test("V89 five breakpoints on DashScope give 200, and the newest four count", async () => {
  const { ask } = askWire(STEPS);
  const content = [1, 2, 3, 4, 5].map((at) => ({
    type: "text",
    text: `${at} ${HEAD}`,
    cache_control: { type: "ephemeral" },
  }));
  const asked = (count: number): Json => ({
    model: "qwen3-coder-plus",
    messages: [{ role: "user", content: content.slice(0, count) }],
  });
  const path = "/compatible-mode/v1/chat/completions";
  const marked = await ask(path, asked(5));
  expect(marked.status).toBe(200);
  const cached = async (count: number): Promise<number> =>
    Number((usageIn((await ask(path, asked(count))).json)["prompt_tokens_details"] as Json)["cached_tokens"]);
  expect([await cached(1), await cached(2)]).toEqual([0, expect.toSatisfy((tokens) => Number(tokens) > 1024)]);
});

test("OpenAI streams usage in its own chunk on request; DeepSeek streams it with its last choice in any case", async () => {
  const { ask } = askWire(STEPS);
  const silent = await ask("/v1/chat/completions", bodyOf("gpt-5.2", { stream: true }));
  expect(silent.events.filter((event) => "usage" in event)).toEqual([]);
  const asked = await ask("/v1/chat/completions", bodyOf("gpt-5.2", streamed));
  expect(asked.events.at(-1)).toMatchObject({ choices: [], usage: { prompt_tokens: expect.any(Number) } });
  expect(asked.events.slice(0, -1).every(({ usage }) => usage === null)).toBe(true);
  expect(asked.text.endsWith("data: [DONE]\n\n")).toBe(true);
  const deepseek = await ask("/v1/chat/completions", bodyOf("deepseek-v4-flash", { stream: true }));
  expect(deepseek.events.at(-1)).toMatchObject({
    choices: [{ finish_reason: "stop" }],
    usage: { total_tokens: expect.any(Number) },
  });
});

test("Responses reports usage only with its last event, and has no [DONE]", async () => {
  const { ask } = askWire(STEPS);
  const body = { model: "gpt-5.6-sol", instructions: HEAD, input: "Hello.", stream: true };
  const { events, text } = await ask("/v1/responses", body);
  const told = events.filter(({ response }) => ((response ?? {}) as Json)["usage"] !== undefined);
  expect(told.map(({ type, response }) => [type, (response as Json)["usage"] !== null])).toEqual([
    ["response.created", false],
    ["response.in_progress", false],
    ["response.completed", true],
  ]);
  expect(events.map(({ sequence_number }) => sequence_number)).toEqual(events.map((_, index) => index));
  expect(text).not.toContain("[DONE]");
});

test("Gemini omits a read of zero, and counts in every chunk", async () => {
  const { ask } = askWire(STEPS);
  const body = {
    systemInstruction: { parts: [{ text: HEAD }] },
    contents: [{ role: "user", parts: [{ text: "Hello." }] }],
  };
  const path = "/v1beta/models/gemini-2.5-flash";
  const cold = await ask(`${path}:generateContent`, body);
  expect(Object.keys(cold.json["usageMetadata"] as Json)).not.toContain("cachedContentTokenCount");
  const warm = await ask(`${path}:streamGenerateContent?alt=sse`, body);
  expect(warm.events.every(({ usageMetadata }) => Number((usageMetadata as Json)["cachedContentTokenCount"]) > 0)).toBe(
    true,
  );
  expect(warm.text).toContain("\r\n\r\n");
  const array = JSON.parse((await ask(`${path}:streamGenerateContent`, body)).text) as readonly Json[];
  expect(array.at(-1)).toMatchObject({ candidates: [{ finishReason: "STOP" }] });
});

test("a provider with a counting endpoint counts as many tokens as the request then reports", async () => {
  const { ask } = askWire(STEPS);
  const contents = [{ role: "user", parts: [{ text: HEAD }] }];
  const counted = await ask("/v1beta/models/gemini-2.5-flash:countTokens", { contents });
  const asked = await ask("/v1beta/models/gemini-2.5-flash:generateContent", { contents });
  expect(counted.json["totalTokens"]).toBe((asked.json["usageMetadata"] as Json)["promptTokenCount"]);
  const input = { model: "gpt-5.6-sol", input: HEAD };
  const items = await ask("/v1/responses/input_tokens", input);
  expect(items.json["input_tokens"]).toBe(usageIn((await ask("/v1/responses", input)).json)["input_tokens"]);
});
