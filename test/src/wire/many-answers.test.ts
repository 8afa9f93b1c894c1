import { describe, expect, test } from "vitest";
import { readAnswer } from "../../../src/wire/stream/read-answer.ts";
import { wireFormats } from "../../../src/wire/wire-formats.ts";

const event = (data: string): string => `data: ${data}\n\n`;

describe("the first of several answers to one request is the parent's", () => {
  test("on Gemini, which mixes the chunks of all candidates", () => {
    const chunk = (candidate: string): string => event(`{"candidates":[${candidate}]}`);
    const stream = [
      chunk('{"content":{"role":"model","parts":[{"text":"other"}]},"index":1}'),
      chunk('{"content":{"role":"model","parts":[{"text":"fir"}]}}'),
      chunk('{"index":1,"finishReason":"MAX_TOKENS"},{"content":{"role":"model","parts":[{"text":"st"}]},"index":0}'),
      chunk('{"finishReason":"STOP","index":0}'),
    ].join("");
    const answer = readAnswer(wireFormats["gemini-generate"], Buffer.from(stream));
    expect(answer).toMatchObject({ text: "first", stopReason: "STOP" });
    expect(answer.content.toString()).toBe('[{"role":"model","parts":[{"text":"fir"},{"text":"st"}]}]');
  });

  test("on Chat Completions", () => {
    const chunk = (choices: string): string => event(`{"id":"c","choices":[${choices}]}`);
    const stream = [
      chunk('{"index":1,"delta":{"content":"other"},"finish_reason":null}'),
      chunk('{"index":0,"delta":{"content":"first"},"finish_reason":null}'),
      chunk('{"index":1,"delta":{},"finish_reason":"length"},{"index":0,"delta":{},"finish_reason":"stop"}'),
      event("[DONE]"),
    ].join("");
    const answer = readAnswer(wireFormats["openai-chat"], Buffer.from(stream));
    expect(answer).toMatchObject({ text: "first", stopReason: "stop" });
  });

  test("on Chat Completions in one piece, in any order", () => {
    const choice = (text: string, index: number | null): string =>
      `{${index === null ? "" : `"index":${index},`}"message":{"role":"assistant","content":"${text}"},"finish_reason":"${text}"}`;
    const read = (...choices: readonly string[]) =>
      readAnswer(wireFormats["openai-chat"], Buffer.from(`{"choices":[${choices.join(",")}]}`));
    expect(read(choice("other", 1), choice("first", 0))).toMatchObject({ text: "first", stopReason: "first" });
    expect(read(choice("other", 1), choice("first", 0)).content.toString()).toBe(
      '[{"role":"assistant","content":"first"}]',
    );
    expect(read(choice("first", null), choice("other", null)).text).toBe("first");
    expect(read(choice("only", 3)).text).toBe("only");
  });

  test("and usage inside a choice or next to it is read the same", () => {
    const usage = '{"prompt_tokens":10,"completion_tokens":1,"cached_tokens":4}';
    for (const chunk of [`{"choices":[{"index":0,"usage":${usage}}]}`, `{"choices":[],"x_groq":{"usage":${usage}}}`]) {
      const stream = `${event('{"choices":[{"index":0,"delta":{"content":"x"},"finish_reason":"stop"}]}')}${event(chunk)}`;
      const { usage: read } = readAnswer(wireFormats["openai-chat"], Buffer.from(stream));
      expect(read).toEqual({ prompt: 10, read: 4, write: null, fresh: 6, output: 1 });
    }
  });
});
