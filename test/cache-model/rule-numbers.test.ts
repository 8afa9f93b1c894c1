import { describe, expect, test } from "vitest";
import { findModelRule } from "../../harness/providers/rules/find-model-rule.ts";
import { modelledCaches } from "../../harness/cache-model/rules/rules-of.ts";
import { rulesNamed } from "./rules-named.ts";

type Minimum = readonly [cache: string, tokens: number, families: string];

/** As harness/providers/FACTS.md has them. */
const minimums: readonly Minimum[] = [
  ["anthropic", 512, "claude-fable-5-1 claude-mythos-5-1 claude-opus-5-5 claude-opus-5 claude-sonnet-5-5"],
  ["anthropic", 512, "claude-haiku-5-5 claude-fable-5 claude-mythos-5 claude-fable-5-2 claude-mythos-5-2"],
  ["anthropic", 1024, "claude-opus-4-8 claude-sonnet-5 claude-sonnet-4-6 claude-sonnet-4-5 claude-opus-4-1"],
  ["anthropic", 1024, "claude-opus-4 claude-sonnet-4"],
  ["anthropic", 2048, "claude-opus-4-7 claude-mythos-preview claude-3-5-haiku"],
  ["anthropic", 4096, "claude-opus-4-6 claude-opus-4-5 claude-haiku-4-5"],
  ["bedrock-claude", 512, "claude-opus-5"],
  ["bedrock-claude", 1024, "claude-sonnet-4 claude-sonnet-4-5 claude-sonnet-4-6 claude-sonnet-5 claude-opus-4-8"],
  ["bedrock-claude", 4096, "claude-haiku-4-5 claude-opus-4-5 claude-opus-4-6 claude-opus-4-7"],
  ["openai-boundaries", 1024, "gpt-5.6-sol gpt-5.6-terra gpt-5.6-luna gpt-6-astra gpt-6-sol gpt-6-luna gpt-6.1-sol"],
  ["openai", 1024, "gpt-5.5 gpt-5.4 gpt-5.2 gpt-5 gpt-4.1 gpt-4o gpt-4o-mini o3 o4-mini"],
  ["openai-codex", 1024, "gpt-5.6-sol gpt-5.5"],
  ["gemini", 4096, "gemini-4-argon gemini-3.8-flash gemini-3.7-flash gemini-3.6-flash gemini-3.5-flash gemini-3.1-pro"],
  ["gemini", 2048, "gemini-2.5-flash gemini-2.5-pro"],
  ["dashscope", 512, "glm-4.6 minimax-m2"],
  ["minimax-explicit", 512, "minimax-m2 minimax-m2.1 minimax-m2.5 minimax-m2.7"],
  ["deepseek", 64, "deepseek-chat deepseek-reasoner"],
];

describe("the shortest prefix that a model caches", () => {
  test.each(minimums)("%s: %i tokens", (cache, tokens, families) => {
    const found = families.split(" ").map((family) => [family, findModelRule(rulesNamed(cache), family)] as const);
    expect(found.map(([family, { known, rule }]) => [family, known, rule.minimumTokens])).toEqual(
      families.split(" ").map((family) => [family, true, tokens]),
    );
  });

  test.each([
    ["anthropic", 1024],
    ["bedrock-claude", 1024],
    ["openai", 1024],
    ["gemini", 2048],
    ["dashscope", 1024],
    ["dashscope-explicit", 1024],
    ["minimax", 512],
    ["deepseek", 128],
    ["moonshot", 256],
    ["vllm", 16],
  ])("%s: %i for a model that nobody knows", (cache, tokens) => {
    expect(rulesNamed(cache).unknownModel.minimumTokens).toBe(tokens);
  });
});

test("units of some models", () => {
  const step = (cache: string, family: string): unknown => findModelRule(rulesNamed(cache), family).rule.stepTokens;
  expect(["gpt-5.5", "gpt-5.5-pro", "gpt-5.4"].map((family) => step("openai", family))).toEqual([
    2048,
    2048,
    undefined,
  ]);
  expect(["grok-4-fast", "grok-4.6"].map((family) => step("xai", family))).toEqual([1, 128]);
  expect(step("deepseek", "deepseek-chat")).toBe(64);
});

test("every number has its source behind a mark of certainty, every file a date", () => {
  const marks = modelledCaches.flatMap(({ name, rules }) => [
    [name, "asOf", /^20\d\d-\d\d$/.test(rules.asOf)],
    ...sourcesIn(rules).map((source) => [name, source, /^\[[DTOSI]\] .{8}/.test(source)]),
  ]);
  expect(marks.length).toBeGreaterThan(300);
  expect(marks.filter(([, , isMarked]) => isMarked !== true)).toEqual([]);
});

function sourcesIn(value: unknown): readonly string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) =>
    name === "source" && typeof member === "string" ? [member] : sourcesIn(member),
  );
}
