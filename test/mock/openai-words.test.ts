import { describe, expect, test } from "vitest";
import { askWire, type Json } from "./ask-wire.ts";

const WIRES: readonly (readonly [path: string, prompt: Json])[] = [
  ["/v1/chat/completions", { messages: [{ role: "user", content: "Hello." }] }],
  ["/v1/responses", { input: "Hello." }],
];

const errorOf = async (path: string, body: unknown): Promise<unknown> => {
  const { status, json } = await askWire().ask(path, body);
  return [status, json["error"] ?? null];
};

describe.each(WIRES)("%s", (path, prompt) => {
  test.each(["99.0", "9.9e1", "99"])("a number is told as it was spelled: %s", async (spelled) => {
    const text = JSON.stringify({ model: "gpt-5.6-sol", temperature: 1, ...prompt });
    expect(await errorOf(path, text.replace(/\}$/, `, "temperature": ${spelled} }`))).toEqual([
      400,
      {
        type: "invalid_request_error",
        code: "decimal_above_max_value",
        param: "temperature",
        message: `Invalid 'temperature': decimal above maximum value. Expected a value <= 2, but got ${spelled} instead.`,
      },
    ]);
  });

  /** harness/providers/FACTS.md#kimi: Kimi's platform has one mode, and lifetimes of its own. */
  test.each<readonly [model: string, options: Json, name: string, words: string]>([
    ["kimi-k3", { mode: "explicit" }, "mode", "'explicit'. Supported values are: 'implicit'."],
    ["kimi-k3.1-pro", { mode: "implicit", ttl: "2h" }, "ttl", "'2h'. Supported values are: '5m', '1h'."],
    ["gpt-5.6-sol", { mode: "manual" }, "mode", "'manual'. Supported values are: 'implicit', 'explicit'."],
    ["gpt-5.6-sol", { ttl: "1h" }, "ttl", "'1h'. Supported values are: '30m', '12h'."],
  ])("%s asked for %o is refused", async (model, options, name, words) => {
    const told = {
      type: "invalid_request_error",
      code: "invalid_value",
      param: `prompt_cache_options.${name}`,
      message: `Invalid value: ${words}`,
    };
    expect(await errorOf(path, { model, ...prompt, prompt_cache_options: options })).toEqual([400, told]);
  });

  test.each<readonly [model: string, options: Json]>([
    ["kimi-k3", { mode: "implicit", ttl: "1h" }],
    ["gpt-5.6-sol", { mode: "explicit", ttl: "12h" }],
    ["gpt-5.6-sol", { mode: null, ttl: null }],
    ["kimi-k2.6", { mode: "explicit" }],
  ])("%s asked for %o is taken", async (model, options) => {
    expect(await errorOf(path, { model, ...prompt, prompt_cache_options: options })).toEqual([200, null]);
  });
});
