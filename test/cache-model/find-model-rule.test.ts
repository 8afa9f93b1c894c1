import { expect, test } from "vitest";
import { findModelRule } from "../../harness/providers/rules/find-model-rule.ts";
import { dashscopeImplicitRules } from "../../harness/providers/dashscope/cache-rules.ts";
import { deepseekRules } from "../../harness/providers/deepseek/cache-rules.ts";
import { minimaxPassiveRules } from "../../harness/providers/minimax/cache-rules.ts";
import { anthropicRules } from "../../harness/providers/anthropic/cache-rules.ts";
import { xaiRules } from "../../harness/providers/xai.ts";
import { openaiBoundaryRules, openaiClassicRules } from "../../harness/providers/openai/cache-rules.ts";

test.each([
  ["claude-haiku-4-5", 4096],
  ["claude-haiku-4-5-20251001", 4096],
  ["us.anthropic.claude-haiku-4-5-20251001-v1:0", 4096],
  ["anthropic/claude-sonnet-4-6", 1024],
  ["claude-sonnet-4@20250514", 1024],
  ["claude-opus-4-6[1m]", 4096],
  ["claude-3-5-haiku-latest", 2048],
  ["claude-opus-5", 512],
])("the model %s has a minimum of %i tokens", (model, minimumTokens) => {
  expect(findModelRule(anthropicRules, model)).toMatchObject({ known: true, rule: { minimumTokens } });
});

test.each([
  ["claude-opus-4-9", "claude-opus-4-8"],
  ["claude-sonnet-5-7", "claude-sonnet-5-5"],
  ["us.anthropic.claude-haiku-4-9-20270101-v1:0", "claude-haiku-4-5"],
])("the unlisted model %s gets the rule of %s and is marked as unknown", (model, nearest) => {
  const rule = anthropicRules.models.find(({ family }) => family === nearest);
  expect(rule).toBeDefined();
  expect(findModelRule(anthropicRules, model)).toEqual({ known: false, nearest, rule });
});

test.each([
  ["gpt-5-nano", openaiClassicRules, "gpt-5"],
  ["gpt-4.1-nano", openaiClassicRules, "gpt-4.1"],
  ["gpt-4-0613", openaiClassicRules, "gpt-4.1"],
  ["gpt-5.9-sol", openaiBoundaryRules, "gpt-5.6-sol"],
  ["grok-4-0709", xaiRules, "grok-4.3"],
  ["grok-4-fast-reasoning", xaiRules, "grok-4-fast"],
  ["grok-4.7", xaiRules, "grok-4.6"],
] as const)(
  "the unlisted model %s gets the rule of the longest listed name that begins it, or else of the nearest version",
  (model, rules, nearest) => {
    expect(findModelRule(rules, model)).toMatchObject({ known: false, nearest, rule: { family: nearest } });
  },
);

test.each(["", "claude", "llama-4-maverick"])("the name %j gets the fallback rule, marked as unknown", (model) => {
  expect(findModelRule(anthropicRules, model)).toEqual({
    known: false,
    nearest: null,
    rule: anthropicRules.unknownModel,
  });
});

test.each([
  ["DeepSeek", deepseekRules, "deepseek-v4-flash", 128],
  ["DashScope", dashscopeImplicitRules, "qwen3-max", 1024],
  ["MiniMax", minimaxPassiveRules, "minimax-m3", 512],
])("the rule that %s documents for all models needs no row for a model", (_provider, rules, model, minimumTokens) => {
  expect(findModelRule(rules, model)).toMatchObject({ known: true, nearest: null, rule: { minimumTokens } });
});

test("each family has one row, and every number names its source", () => {
  const families = anthropicRules.models.map(({ family }) => family);
  expect(new Set(families).size).toBe(families.length);
  const sources = Object.values(anthropicRules).flatMap((value) => sourcesIn(value));
  expect(sources.length).toBeGreaterThan(40);
  expect(sources.filter((source) => source === "")).toEqual([]);
});

function sourcesIn(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(sourcesIn);
  return typeof value === "object" && value !== null && "source" in value ? [String(value.source)] : [];
}
