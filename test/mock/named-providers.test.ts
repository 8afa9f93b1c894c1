import { describe, expect, test } from "vitest";
import { createVirtualClock } from "../../harness/mock/serve/clock.ts";
import { createMockProvider } from "../../harness/mock/mock-provider.ts";
import { parseScript } from "../../harness/mock/script/parse-script.ts";
import { mockFetch } from "../../harness/mock/serve/via-fetch.ts";
import { askWire, type Json } from "./ask-wire.ts";

const HEAD = "You look after a small shop in the harbour. ".repeat(700);
const KEYS = { authorization: "Bearer k", "x-forkproof-lane": "fork" };
const CHAT = "/v1/chat/completions";
const STEPS = { fork: ["One.", "Two.", "Three.", "Four."].map((text) => ({ text })) };

const ask = (model: string): Json => ({
  model,
  messages: [
    { role: "system", content: HEAD },
    { role: "user", content: "Hello." },
  ],
});
const usageOf = ({ json }: { readonly json: Json }): Json => json["usage"] as Json;

describe("the provider of a model whose name is not its vendor's", () => {
  test.each([
    ["vllm", (total: number) => total - ((total - 1) % 16) - 1],
    ["sglang", (total: number) => total - 1],
    ["llama-cpp", (total: number) => total - 1],
    ["groq", (total: number) => total - (total % 256)],
  ])("is %s if a header names it", async (provider, readOf) => {
    const { ask: send } = askWire(STEPS);
    const headers = { ...KEYS, "x-forkproof-provider": provider };
    await send(CHAT, ask("qwen/qwen3-32b"), headers);
    const usage = usageOf(await send(CHAT, ask("qwen/qwen3-32b"), headers));
    expect(usage["prompt_tokens_details"]).toMatchObject({ cached_tokens: readOf(Number(usage["prompt_tokens"])) });
  });

  test("is the one that the server's owner chose, for all requests without a header", async () => {
    const options = { script: parseScript(STEPS), clock: createVirtualClock(), provider: "vllm" };
    const fetch = mockFetch(await createMockProvider(options));
    const send = async (headers: Readonly<Record<string, string>>): Promise<number> => {
      const body = JSON.stringify(ask("gpt-oss-20b"));
      const response = await fetch(`https://provider.example${CHAT}`, { method: "POST", headers, body });
      const usage = usageOf({ json: (await response.json()) as Json });
      return Number((usage["prompt_tokens_details"] as Json)["cached_tokens"]) % 128;
    };
    await send(KEYS);
    expect(await send(KEYS), "vLLM's blocks of 16").not.toBe(0);
    const named = { ...KEYS, "x-forkproof-provider": "openai" };
    await send(named);
    expect(await send(named), "OpenAI's steps of 128").toBe(0);
  });

  test("is Groq on Groq's path, except for models of OpenAI's own", async () => {
    const { ask: send } = askWire(STEPS);
    const path = "/openai/v1/chat/completions";
    const [groq, azure] = [await send(path, ask("llama-3.3-70b-versatile")), await send(path, ask("gpt-5.2"))];
    expect(usageOf(groq)["prompt_tokens_details"], "Groq says nothing of a read that is none").toBeUndefined();
    expect(usageOf(azure)["prompt_tokens_details"]).toMatchObject({ cached_tokens: 0 });
  });

  test("is refused if its name is unknown, with the known names", async () => {
    const { json, status } = await askWire().ask(CHAT, ask("gpt-5.2"), { ...KEYS, "x-forkproof-provider": "grok" });
    expect([status, (json["error"] as Json)["message"]]).toEqual([400, expect.stringMatching(/of grok is .*\bxai\b/)]);
  });
});

test("a gateway's prompts are cached separately from those sent to its upstream directly", async () => {
  const { ask: send } = askWire(STEPS);
  const readBy = async (model: string): Promise<unknown> =>
    (usageOf(await send(CHAT, ask(model), KEYS))["prompt_tokens_details"] as Json)["cached_tokens"];
  expect([await readBy("gpt-5.6-sol"), await readBy("openai/gpt-5.6-sol")]).toEqual([0, 0]);
  expect(await readBy("openai/gpt-5.6-sol")).toBeGreaterThan(5000);
});

test.each([
  ["/v1/models/claude-sonnet-4-6", { type: "model", id: "claude-sonnet-4-6" }, { "anthropic-version": "2023-06-01" }],
  ["/v1/models/claude-sonet", { error: { type: "not_found_error" } }, { "anthropic-version": "2023-06-01" }],
  ["/v1/models/gpt-5.2", { object: "model", id: "gpt-5.2" }, {}],
  ["/v1/models/deepseek-v4-pro", { object: "model", id: "deepseek-v4-pro" }, {}],
  ["/v1/models/gpt-nope", { error: { code: "model_not_found" } }, {}],
  ["/v1beta/models/gemini-3.6-flash", { name: "models/gemini-3.6-flash" }, {}],
  ["/v1beta/models/gemini-nope", { error: { code: 404 } }, {}],
] as const)("the model list answers GET %s", async (path, document, headers) => {
  const provider = await createMockProvider({ script: parseScript([{ text: "Fine." }]), clock: createVirtualClock() });
  const response = await mockFetch(provider)(`https://provider.example${path}`, { headers: { ...KEYS, ...headers } });
  expect(response.status).toBe("error" in document ? 404 : 200);
  expect(await response.json()).toMatchObject(document);
});

describe("an answer of the mocked provider", () => {
  const thinking = [{ thinking: "Hm.", text: "Fine." }];
  const asked = { model: "gpt-5.6-sol", input: "Hello." };

  test("has a reasoning summary on Responses only if the request asks for it, streamed or not", async () => {
    const summaryOf = async (change: Json): Promise<unknown> => {
      const { json } = await askWire(thinking).ask("/v1/responses", { ...asked, ...change });
      return (json["output"] as readonly Json[])[0]?.["summary"];
    };
    expect(await summaryOf({})).toEqual([]);
    expect(await summaryOf({ reasoning: { effort: "low" } })).toEqual([]);
    const auto = { reasoning: { effort: "low", summary: "auto" } };
    expect(await summaryOf(auto)).toEqual([{ type: "summary_text", text: "Hm." }]);
    const told = async (change: Json): Promise<number> => {
      const { events } = await askWire(thinking).ask("/v1/responses", { ...asked, ...change, stream: true });
      return events.filter(({ type }) => String(type).startsWith("response.reasoning_summary")).length;
    };
    expect([await told({}), (await told(auto)) > 3]).toEqual([0, true]);
  });

  test("repeats the request's settings on Responses, with the time of completion", async () => {
    const change = { metadata: { a: "b" }, user: "u", text: { format: { type: "json_object" } } };
    const { json } = await askWire().ask("/v1/responses", { ...asked, ...change });
    expect(json).toMatchObject({ ...change, text: { verbosity: "medium" }, top_logprobs: 0, completed_at: 0 });
    const { events } = await askWire().ask("/v1/responses", { ...asked, stream: true });
    const responses = events.flatMap(({ response }) => (response === undefined ? [] : [response as Json]));
    expect(responses.map((each) => each["completed_at"])).toEqual([null, null, 0]);
  });

  test.each([
    ["gpt-5.2", ["annotations", "refusal"], ["service_tier", "system_fingerprint"], ["logprobs"]],
    ["deepseek-v4-flash", [], ["system_fingerprint"], ["logprobs"]],
    ["mistral-large-latest", [], [], []],
  ])("from %s has the recorded members of OpenAI's Chat", async (model, ofMessage, ofAnswer, ofChoice) => {
    const { json } = await askWire().ask(CHAT, { model, messages: [{ role: "user", content: "Hello." }] });
    const [choice = {}] = json["choices"] as readonly Json[];
    const has = (value: unknown, ...names: readonly string[]): readonly string[] =>
      names.filter((name) => name in (value as Json));
    expect(has(choice["message"], "annotations", "refusal")).toEqual(ofMessage);
    expect(has(json, "service_tier", "system_fingerprint")).toEqual(ofAnswer);
    expect(has(choice, "logprobs")).toEqual(ofChoice);
  });
});
