import { describe, expect, test } from "vitest";
import { askWire, type Json } from "./ask-wire.ts";

const PROSE = "The harbour office keeps a book of every ship that came in. ".repeat(150);
const answers = [{ text: "One." }, { text: "Two." }];

const request = (more: Json = {}): Json => ({
  model: "gpt-5.6-sol",
  input: [{ role: "user", content: PROSE }],
  ...more,
});
const comparing = (id: unknown): Json => ({ prompt_cache_options: { comparison_response_id: id } });

/** The answer to the second of two requests, which names the first one's answer. */
async function second(more: Json): Promise<{ readonly json: Json; readonly events: readonly Json[] }> {
  const { ask } = askWire(answers);
  const first = await ask("/v1/responses", request());
  expect(first.json).not.toHaveProperty("prompt_cache_diagnostics");
  return ask("/v1/responses", { ...request(more), ...comparing(first.json["id"]) });
}

describe("OpenAI's cache diagnostics on Responses", () => {
  test("report a hit", async () => {
    const { json } = await second({});
    expect(json).toMatchObject({ prompt_cache_diagnostics: { type: "cache_hit" } });
  });

  test.each([
    ["prompt_cache_key_changed", { prompt_cache_key: "another" }],
    ["model_changed", { model: "gpt-6-sol" }],
    ["reasoning_effort_changed", { reasoning: { effort: "high" } }],
    ["input_changed", { input: [{ role: "user", content: `Today. ${PROSE}` }] }],
  ])("report a miss with its reason and size: %s", async (reason, more) => {
    const { json } = await second(more);
    expect(json).toMatchObject({
      prompt_cache_diagnostics: { type: "cache_miss", reason, cache_missed_tokens: expect.any(Number) },
    });
  });

  test("report a comparison with an unknown response", async () => {
    const answer = await askWire(answers).ask("/v1/responses", { ...request(), ...comparing("resp_of_nobody") });
    expect(answer.json).toMatchObject({ prompt_cache_diagnostics: { type: "comparison_response_not_found" } });
  });

  test("come with the end of a stream", async () => {
    const { events } = await second({ stream: true });
    expect(events.at(-1)).toMatchObject({
      type: "response.completed",
      response: { prompt_cache_diagnostics: { type: "cache_hit" } },
    });
  });
});

test("Chat ignores the request for cache diagnostics (openai 7.57 declares the member only for Responses)", async () => {
  const { ask } = askWire(answers);
  const chat = { model: "gpt-5.6-sol", messages: [{ role: "user", content: PROSE }] };
  await ask("/v1/chat/completions", chat);
  const answer = await ask("/v1/chat/completions", { ...chat, ...comparing("resp_fork_1") });
  expect(answer.status).toBe(200);
  expect(answer.json).not.toHaveProperty("prompt_cache_diagnostics");
});
