import { expect, test } from "vitest";
import { rulesOf } from "../../harness/cache-model/rules/rules-of.ts";
import { anthropicRules } from "../../harness/providers/anthropic/cache-rules.ts";
import { cacheScope } from "../../harness/cache-model/cache-scope.ts";
import { ask, mark, say, session, tool, user } from "./cache-session.ts";
import { chat, wireSession } from "./wire-session.ts";

type Body = { readonly [name: string]: unknown };

const prompt = (more: Body = {}): Body =>
  ask({
    tools: [tool("read", 1500, mark)],
    system: [say("s", 1500, mark)],
    messages: [user(say("m", 1500, mark))],
    ...more,
  });

/** Tokens read by a second request, after a first one. */
function readAfter(first: Body, second: Body): number {
  const { send } = session();
  send(first);
  return send(second)[2];
}

test("an answer format is part of the key, by its older name too", () => {
  expect(readAfter(prompt(), prompt())).toBe(4500);
  expect(readAfter(prompt(), prompt({ output_format: { type: "json_schema" } }))).toBe(0);
  expect(readAfter(prompt(), prompt({ output_config: { format: { type: "json_schema" } } }))).toBe(0);
});

test.each([
  ["claude-fable-5", 3000],
  ["claude-sonnet-5", 3000],
  ["claude-opus-5", 0],
  ["claude-opus-4-7", 0],
])("an effort switch on %s leaves %i tokens readable", (model, read) => {
  const effort = (level: string): Body => prompt({ model, output_config: { effort: level } });
  // Opus 4.7 caches nothing below 2,048 tokens, which tools alone are.
  expect(readAfter(effort("high"), effort("low"))).toBe(read);
  expect(readAfter(effort("high"), effort("high"))).toBe(4500);
});

test("the order of a message's members, and of a text block's, is part of the key", () => {
  const turned = (value: object): Body => Object.fromEntries(Object.entries(value).toReversed());
  const [block, message] = [say("m", 1500, mark), user(say("m", 1500, mark))];
  expect(readAfter(prompt(), prompt({ messages: [user(turned(block))] }))).toBe(3000);
  expect(readAfter(prompt(), prompt({ messages: [turned(message)] }))).toBe(3000);
});

test("betas that change what is rendered separate caches; all others, dates and order do not", () => {
  const scope = (...values: readonly string[]): string =>
    cacheScope({ id: "1", headers: values.map((value) => ["Anthropic-Beta", value]) }, anthropicRules);
  expect(scope("computer-use-2025-11-24, skills-2025-10-02")).toBe(
    scope("skills-2026-01-01", "computer-use-2025-01-24"),
  );
  expect(scope("prompt-caching-2024-07-31,claude-code-20250219")).toBe(scope());
  expect(scope("skills-2025-10-02")).not.toBe(scope());
});

test("DashScope ignores marks on tools, and they take no place among the newest four", () => {
  const rules = rulesOf({ provider: "dashscope", model: "qwen4-max", dialect: "openai-chat", isMarked: true });
  if (rules?.engine !== "marked-blocks") throw new Error("DashScope's explicit cache is one of marked blocks");
  const { send } = session({ rules });
  const request = ask({ model: "qwen4-max", tools: [tool("read", 1500, mark)], messages: [user(say("m", 1500))] });
  expect([send(request), send(request)]).toEqual([
    [3000, 0, 0],
    [3000, 0, 0],
  ]);
  const marked = ask({ ...request, messages: [user(say("m", 1500, mark))] });
  expect([send(marked), send(marked)]).toEqual([
    [0, 3000, 0],
    [0, 0, 3000],
  ]);
});

test("vLLM's salt separates caches", () => {
  const { send } = wireSession("vllm");
  const body = chat("qwen3-8b", ["user", "u 512tok"]);
  send({ ...body, cache_salt: "a" });
  expect(send({ ...body, cache_salt: "b" })).toEqual([512, 0, 0]);
  expect(send({ ...body, cache_salt: "a" })).toEqual([512, 496, 0]);
});

test("Grok 4.6 is served in blocks of 128, llama.cpp to the token", () => {
  const twice = (provider: string, model: string): readonly number[] => {
    const { send } = wireSession(provider);
    send(chat(model, ["user", "u 500tok"]));
    return send(chat(model, ["user", "u 500tok"]));
  };
  expect(twice("xai", "grok-4.6")).toEqual([500, 384, 0]);
  expect(twice("llama-cpp", "any")).toEqual([500, 499, 0]);
});

test("models that DashScope hosts for others are cached from 512 tokens on", () => {
  const twice = (model: string): number => {
    const { send } = wireSession("dashscope");
    send(chat(model, ["user", "u 600tok"]));
    return send(chat(model, ["user", "u 600tok"]))[1];
  };
  expect([twice("glm-4.6"), twice("qwen3-max")]).toEqual([600, 0]);
});
