import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { expect, test } from "vitest";
import { askHandler } from "./ask-handler.ts";

const NAMES = "kubernetes typescript postgres middleware ";

/** Tokens of a prompt in addition to those of its text, by the tokenizer of its model. */
function asked(repeats: readonly number[]): readonly number[] {
  const { ask } = askHandler([{ text: "Yes." }], repeats.length);
  return repeats.map((count) => {
    const content = NAMES.repeat(count);
    const body = { model: "gpt-4o", messages: [{ role: "user", content }] };
    const { json } = ask(body, { path: "/v1/chat/completions", headers: [["authorization", "Bearer a key"]] });
    return Number(Object(json["usage"])["prompt_tokens"]) - countTokens(content);
  });
}

test("near the minimum an OpenAI model's tokenizer counts the prompt, and all later ones", () => {
  for (const frames of asked([200, 800])) {
    expect(frames).toBeGreaterThan(2);
    expect(frames).toBeLessThan(16);
  }
});

test("far above the minimum an estimate counts the prompt and all later ones; a prompt below it decides nothing", () => {
  expect(asked([800, 200]).every((off) => Math.abs(off) > 16)).toBe(true);
  const [, near = 0] = asked([2, 200]);
  expect(Math.abs(near)).toBeLessThan(16);
});
