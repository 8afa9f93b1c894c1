import { describe, expect, test } from "vitest";
import { openaiResponses } from "../../harness/wires/openai-responses/wire.ts";
import { askWire, type Json } from "./ask-wire.ts";

const RESPONSES = "/v1/responses";
const head = (at: number): string => `You look after shop ${at} in the harbour. `.repeat(400);
const part = (at: number, ttl: string | null): Json => ({
  type: "input_text",
  text: head(at),
  ...(ttl !== null && { prompt_cache_breakpoint: { mode: "explicit", ttl } }),
});
const asked = (members: Json, ...ttls: readonly (string | null)[]): Json => ({
  model: "gpt-5.6-sol",
  input: [{ role: "user", content: ttls.map((ttl, at) => part(at, ttl)) }],
  ...members,
});
const explicit = { prompt_cache_options: { mode: "explicit" } };

type Details = { readonly cache_write_tokens: number; readonly cache_write_tokens_details?: Json };

/** harness/providers/FACTS.md#openai-boundaries: what is kept for twelve hours is told apart (openai 7.57.0, `ResponseUsage`). */
describe("a write that is kept for twelve hours", () => {
  const answered = async (body: Json): Promise<{ readonly details: Details; readonly text: string }> => {
    const { text, json, events } = await askWire().ask(RESPONSES, body);
    const response = (events.at(-1)?.["response"] as Json | undefined) ?? json;
    const usage = response["usage"] as Json;
    return { details: usage["input_tokens_details"] as Details, text };
  };

  test.each([{}, { stream: true }])("is told apart from what is kept for half an hour: %o", async (members) => {
    const { details, text } = await answered(asked({ ...explicit, ...members }, "12h", "30m"));
    const { ttl_12h_tokens: long, ttl_30m_tokens: short } = details.cache_write_tokens_details as Record<
      string,
      number
    >;
    expect(long).toBeGreaterThan(1024);
    expect(short).toBeGreaterThan(1024);
    expect(long! + short!).toBe(details.cache_write_tokens);
    const contentType = "stream" in members ? "text/event-stream" : "application/json";
    const usage = openaiResponses.readUsage({ contentType, body: Buffer.from(text) });
    expect(usage).toMatchObject({ write: details.cache_write_tokens, halfDayWrite: long });
  });

  test("is all of it where the request asks for nothing else, and none where nothing asks", async () => {
    const whole = await answered(asked({ prompt_cache_options: { ttl: "12h" } }, null));
    const tokens = whole.details.cache_write_tokens;
    expect(whole.details.cache_write_tokens_details).toEqual({ ttl_30m_tokens: 0, ttl_12h_tokens: tokens });
    expect((await answered(asked({}, null))).details).not.toHaveProperty("cache_write_tokens_details");
  });

  test("is not told apart on Chat Completions, whose types have no such member", async () => {
    const messages = [{ role: "user", content: head(1) }];
    const body = { model: "gpt-5.6-sol", messages, prompt_cache_options: { ttl: "12h" } };
    const { json } = await askWire().ask("/v1/chat/completions", body);
    const details = (json["usage"] as Json)["prompt_tokens_details"] as Json;
    expect(Number(details["cache_write_tokens"])).toBeGreaterThan(1024);
    expect(details).not.toHaveProperty("cache_write_tokens_details");
  });
});
