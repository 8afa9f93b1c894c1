import { describe, expect, test } from "vitest";
import { findModelRule } from "../../harness/providers/rules/find-model-rule.ts";
import { geminiResourceRules } from "../../harness/cache-model/rules/resource-rules.ts";
import { modelledCaches } from "../../harness/cache-model/rules/rules-of.ts";
import { rulesNamed, valueOf } from "./rules-named.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** provider-caches.md 15 and what sections 2 to 8 say of each; a rule's name, what it is, and for whom. */
const numbers: readonly (readonly [cache: string, asOf: string, Readonly<Record<string, unknown>>])[] = [
  [
    "anthropic",
    "2026-10",
    {
      maxBreakpoints: 4,
      surplusBreakpoints: "refused",
      lookbackPositions: 20,
      storesEveryBlock: false,
      readableFrom: "first-byte",
      runsShareAPosition: ["tool-use", "tool-result"],
      unmarkable: ["thinking"],
      ignoredBreakpoints: [],
      ttlMs: { "5m": 5 * MINUTE, "1h": HOUR },
      defaultTtl: "5m",
      toolsAreOneBlock: true,
      toolsHashedWithSystem: ["web_search_", "web_fetch_"],
    },
  ],
  [
    "bedrock-claude",
    "2026-10",
    {
      maxBreakpoints: 4,
      surplusBreakpoints: "refused",
      lookbackPositions: 20,
      runsShareAPosition: [],
      readableFrom: "first-byte",
      ttlMs: { "5m": 5 * MINUTE, "1h": HOUR },
    },
  ],
  ["bedrock-nova", "2026-10", { maxBreakpoints: 4, lookbackPositions: 20, runsShareAPosition: [] }],
  [
    "minimax-explicit",
    "2026-11",
    {
      maxBreakpoints: 4,
      surplusBreakpoints: "refused",
      lookbackPositions: 20,
      storesEveryBlock: true,
      runsShareAPosition: [],
      readableFrom: "first-byte",
      ttlMs: { "5m": 5 * MINUTE },
      toolsHashedWithSystem: [],
    },
  ],
  ["minimax", "2026-11", { stepTokens: 1, share: 1, wholeUnits: false }],
  [
    "dashscope-explicit",
    "2026-11",
    {
      maxBreakpoints: 4,
      surplusBreakpoints: "oldest-dropped",
      lookbackPositions: 20,
      runsShareAPosition: [],
      readableFrom: "end",
      ignoredBreakpoints: ["tools"],
      ttlMs: { "5m": 5 * MINUTE, "1h": HOUR },
      defaultTtl: "5m",
    },
  ],
  [
    "dashscope-qwen4",
    "2026-11",
    { renewedFor: "asked", ttlMs: { "5m": 5 * MINUTE, "1h": HOUR }, lookbackPositions: 20 },
  ],
  [
    "dashscope-session",
    "2026-11",
    { marksLastBlock: true, lookbackPositions: 20, readableFrom: "end", ttlMs: { "5m": 5 * MINUTE, "1h": HOUR } },
  ],
  ["dashscope", "2026-11", { stepTokens: 1, share: 1 }],
  [
    "openai-boundaries",
    "2026-11",
    {
      storedMarks: { implicit: 3, explicit: 4 },
      soughtMarks: { first: 2, last: 50 },
      soughtMessages: 20,
      instructionsEnd: true,
      ttlMs: { "30m": 30 * MINUTE, "12h": 12 * HOUR },
      defaultTtl: "30m",
    },
  ],
  ["openai", "2026-10", { stepTokens: 128, heldBackTokens: 24, share: 1, keepsAnswer: true, ttlMs: 24 * HOUR }],
  [
    "openai-codex",
    "2026-11",
    { stepTokens: 128, ttlMs: 10 * MINUTE, keepsAnswer: true, scopeHeaders: ["session-id", "session_id", "thread-id"] },
  ],
  ["gemini", "2026-10", { share: 0.82, stepTokens: 1, ttlMs: HOUR, keepsAnswer: false }],
  [
    "deepseek",
    "2026-11",
    {
      stepTokens: 128,
      unitTokens: 1_024,
      heldBackTokens: 0,
      keepsAnswer: true,
      wholeUnits: true,
      delayMs: 1_000,
      ttlMs: 6 * HOUR,
    },
  ],
  ["deepseek-v3", "2026-04", { stepTokens: 64, heldBackTokens: 0, keepsAnswer: true, wholeUnits: false }],
  ["deepseek-v3-reasoner", "2026-04", { stepTokens: 64, heldBackTokens: 1, keepsAnswer: false, wholeUnits: false }],
  ["moonshot", "2026-10", { stepTokens: 256, repeat: "all", ttlMs: 10 * MINUTE }],
  ["moonshot-k3", "2026-10", { tellsWrites: true, ttlMs: 5 * MINUTE, namedTtlMs: { "5m": 5 * MINUTE, "1h": HOUR } }],
  ["moonshot-k3-messages", "2026-10", { tellsWrites: true, lifetimeParameter: "cache_control.ttl" }],
  ["zai", "2026-11", { stepTokens: 1, repeat: "all-but-one", keepsAnswer: true, needsThinking: true }],
  ["xai", "2026-08", { stepTokens: 64, repeat: "all-but-one" }],
  ["mistral", "2026-08", { stepTokens: 16, heldBackTokens: 16, answerFreesHeldBack: true }],
  ["groq", "2026-08", { stepTokens: 256 }],
  ["vllm", "2026-08", { stepTokens: 16, repeat: "all-but-one" }],
  ["sglang", "2026-08", { stepTokens: 1, repeat: "all-but-one" }],
  ["llama-cpp", "2026-08", { stepTokens: 1, repeat: "all-but-one" }],
];

describe("the numbers of the rule files", () => {
  test.each(numbers)("%s, as of %s", (cache, asOf, rules) => {
    expect(rulesNamed(cache).asOf).toBe(asOf);
    expect(Object.fromEntries(Object.keys(rules).map((rule) => [rule, valueOf(cache, rule)]))).toEqual(rules);
  });

  test("every cache stands in this table", () => {
    expect(modelledCaches.map(({ name }) => name).toSorted()).toEqual(numbers.map(([name]) => name).toSorted());
  });

  test("a resource of Gemini's lives an hour unless said otherwise", () => {
    expect(geminiResourceRules.defaultTtlMs.value).toBe(HOUR);
  });
});

type Minimum = readonly [cache: string, tokens: number, families: string];

/** provider-caches.md 2.1 (first party), 8 (Bedrock), 3, 4.1, 5, 6, 7. */
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
