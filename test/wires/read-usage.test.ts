import { describe, expect, it } from "vitest";
import { wires } from "../../harness/wires/list.ts";
import type { DialectName } from "../../harness/kernel/layout.ts";
import type { Usage } from "../../harness/kernel/usage.ts";

const SSE = "text/event-stream";

const read = (name: DialectName, body: string | Buffer, contentType: string | null = null): Usage | null => {
  const dialect = wires.find((each) => each.name === name);
  if (dialect === undefined) throw new Error(`no dialect ${name}`);
  return dialect.readUsage({ contentType, body: Buffer.from(body) });
};

describe("the usage of Chat Completions", () => {
  const chunk = (usage: unknown): string => `data: ${JSON.stringify({ choices: [], usage })}\n\n`;

  it.each<readonly [string, unknown, Usage]>([
    [
      "OpenAI from GPT-5.6 on, OpenRouter",
      {
        prompt_tokens: 100,
        completion_tokens: 7,
        prompt_tokens_details: { cached_tokens: 60, cache_write_tokens: 30 },
      },
      { read: 60, write: 30, fresh: 10, output: 7 },
    ],
    [
      "earlier OpenAI, Groq, Mistral, xAI, without writes",
      { prompt_tokens: 100, completion_tokens: 7, prompt_tokens_details: { cached_tokens: 64 } },
      { read: 64, write: null, fresh: 36, output: 7 },
    ],
    [
      "DashScope",
      {
        prompt_tokens: 100,
        completion_tokens: 7,
        prompt_tokens_details: { cached_tokens: 0, cache_creation_input_tokens: 90 },
      },
      { read: 0, write: 90, fresh: 10, output: 7 },
    ],
    [
      "DeepSeek",
      { prompt_tokens: 100, completion_tokens: 7, prompt_cache_hit_tokens: 64, prompt_cache_miss_tokens: 36 },
      { read: 64, write: null, fresh: 36, output: 7 },
    ],
    [
      "Moonshot",
      { prompt_tokens: 100, completion_tokens: 7, cached_tokens: 100 },
      { read: 100, write: null, fresh: 0, output: 7 },
    ],
    [
      "nothing of a cache",
      { prompt_tokens: 100, completion_tokens: 7 },
      { read: null, write: null, fresh: null, output: 7 },
    ],
  ])("is read from %s", (_, usage, expected) => {
    expect(read("openai-chat", JSON.stringify({ choices: [], usage }), "application/json")).toEqual(expected);
    expect(read("openai-chat", `${chunk(null)}${chunk(usage)}data: [DONE]\n\n`, SSE)).toEqual(expected);
  });

  it("is that of the last chunk, also inside Moonshot's choice and Groq's older member", () => {
    const groq = { choices: [], x_groq: { usage: { prompt_tokens: 9, completion_tokens: 5 } } };
    expect(read("openai-chat", `data: ${JSON.stringify(groq)}\n\n`, SSE)?.output).toBe(5);
    const grown = chunk({ prompt_tokens: 9, completion_tokens: 1 }) + chunk({ prompt_tokens: 9, completion_tokens: 5 });
    expect(read("openai-chat", grown, SSE)?.output).toBe(5);
    const choice = { index: 0, delta: {}, usage: { prompt_tokens: 9, completion_tokens: 5, cached_tokens: 4 } };
    expect(read("openai-chat", `data: ${JSON.stringify({ choices: [choice] })}\n\n`, SSE)).toEqual({
      read: 4,
      write: null,
      fresh: 5,
      output: 5,
    });
  });

  it.each([
    ["a stream that was not asked for it", `data: {"choices":[]}\n\ndata: [DONE]\n\n`, SSE],
    ["an error", `{"error":{"message":"no usage"}}`, "application/json"],
    ["a stream that was cut in that event", `data: {"choices":[],"usage":{"prompt_to`, SSE],
    ["an empty body", "", null],
  ])("is missing in %s", (_, body, contentType) => {
    expect(read("openai-chat", body, contentType)).toBeNull();
  });
});

describe("the usage of Responses", () => {
  const usage = {
    input_tokens: 100,
    output_tokens: 7,
    input_tokens_details: { cached_tokens: 60, cache_write_tokens: 30 },
  };
  const events = [
    { type: "response.created", response: { usage: null } },
    { type: "response.output_text.delta", delta: '"usage"' },
    { type: "response.incomplete", response: { usage } },
  ];
  const expected = { read: 60, write: 30, fresh: 10, output: 7 };

  it("is read from a body, the last event of a stream, and the frames of a WebSocket", () => {
    expect(read("openai-responses", JSON.stringify({ usage }))).toEqual(expected);
    const stream = events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join("");
    expect(read("openai-responses", stream, SSE)).toEqual(expected);
    expect(read("openai-responses", stream)).toEqual(expected);
    expect(read("openai-responses", JSON.stringify(events))).toEqual(expected);
  });

  it.each([
    [{ ttl_30m_tokens: 20, ttl_12h_tokens: 10 }, { halfDayWrite: 10 }],
    [{ ttl_30m_tokens: 30, ttl_12h_tokens: 0 }, { longWrite: 0 }],
    [{}, {}],
  ])("has a known twelve-hour part in a write split as %j", (split, known) => {
    const details = { ...usage.input_tokens_details, cache_write_tokens_details: split };
    const body = JSON.stringify({ usage: { ...usage, input_tokens_details: details } });
    expect(read("openai-responses", body)).toEqual({ ...expected, ...known });
  });
});

describe("the usage of generateContent", () => {
  const usageMetadata = { promptTokenCount: 100, candidatesTokenCount: 7, thoughtsTokenCount: 20 };

  it("counts cached tokens as part of the prompt, and thinking in addition to the candidates", () => {
    const body = JSON.stringify({ usageMetadata: { ...usageMetadata, cachedContentTokenCount: 60 } });
    expect(read("gemini-generate", body)).toEqual({ read: 60, write: null, fresh: 40, output: 27 });
  });

  it("has unknown in place of omitted zeros", () => {
    expect(read("gemini-generate", JSON.stringify({ usageMetadata }))).toMatchObject({ read: null, fresh: null });
  });

  it("is that of the last chunk, streamed as events or as a list", () => {
    const chunks = [{ usageMetadata: { promptTokenCount: 100, candidatesTokenCount: 1 } }, { usageMetadata }];
    expect(
      read("gemini-generate", chunks.map((each) => `data: ${JSON.stringify(each)}\r\n\r\n`).join(""), SSE)?.output,
    ).toBe(27);
    expect(read("gemini-generate", JSON.stringify(chunks), "application/json")?.output).toBe(27);
  });
});

describe("the usage of Converse", () => {
  const usage = { inputTokens: 433, outputTokens: 16, cacheReadInputTokens: 2752, cacheWriteInputTokens: 0 };
  const expected = { read: 2752, write: 0, fresh: 433, output: 16 };

  it("is read from a body, and from the metadata of Amazon's binary stream", () => {
    expect(read("bedrock-converse", JSON.stringify({ usage }))).toEqual(expected);
    const stream = Buffer.concat([message({ role: "assistant" }), message({ metrics: {}, usage })]);
    expect(read("bedrock-converse", stream, "application/vnd.amazon.eventstream")).toEqual(expected);
    expect(read("bedrock-converse", stream.subarray(0, -1), "application/vnd.amazon.eventstream")).toBeNull();
  });

  /** A message with one header, its checksums left 0: lengths are what the reader goes by. */
  function message(payload: object): Buffer {
    const headers = Buffer.from("\x0b:event-type\x07\0\x08metadata");
    const body = Buffer.from(JSON.stringify(payload));
    const prelude = Buffer.alloc(12);
    prelude.writeUInt32BE(12 + headers.length + body.length + 4, 0);
    prelude.writeUInt32BE(headers.length, 4);
    return Buffer.concat([prelude, headers, body, Buffer.alloc(4)]);
  }
});
