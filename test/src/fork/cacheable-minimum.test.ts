import * as fc from "fast-check";
import { expect, test } from "vitest";
import { anthropicRules } from "../../../harness/providers/anthropic/cache-rules.ts";
import { bedrockNovaRules } from "../../../harness/providers/bedrock/cache-rules.ts";
import { deepseekRules } from "../../../harness/providers/deepseek/cache-rules.ts";
import { geminiImplicitRules } from "../../../harness/providers/gemini/cache-rules.ts";
import { minimaxExplicitRules } from "../../../harness/providers/minimax/cache-rules.ts";
import { openaiBoundaryRules, openaiClassicRules } from "../../../harness/providers/openai/cache-rules.ts";
import { cacheableMinimum } from "../../../src/fork/breaks/cacheable-minimum.ts";
import { isCacheBreak } from "../../../src/fork/breaks/detect-cache-break.ts";

const rules = [
  anthropicRules,
  bedrockNovaRules,
  deepseekRules,
  geminiImplicitRules,
  minimaxExplicitRules,
  openaiBoundaryRules,
  openaiClassicRules,
];

test("the library's minimum equals the cache model's for every model of its rules, dated and prefixed or not", () => {
  const rows = rules.flatMap(({ models }) => models).filter(({ family }) => family !== "unknown");
  expect(rows.length).toBeGreaterThan(50);
  for (const { family, minimumTokens } of rows) {
    const names = [family, `${family}-20251101`, `vendor/${family}`, `us.anthropic.${family}-20251101-v1:0`];
    expect(names.map((name) => [name, cacheableMinimum(name)])).toEqual(names.map((name) => [name, minimumTokens]));
  }
});

test("a model without a row has the lowest minimum of all", () => {
  expect([null, "", "my-model", "o", "claude-opus-4-50"].map((model) => cacheableMinimum(model))).toEqual([
    64, 64, 64, 64, 1024,
  ]);
});

const counter = fc.option(fc.nat(20_000), { nil: null });
const usages = fc.record({ read: counter, write: counter, fresh: counter });
const models = fc.constantFrom(null, "claude-sonnet-4-5", "claude-opus-4-5", "gpt-5.4", "gemini-2.5-pro");
const bytes = fc.integer({ min: 1, max: 100_000 });

test("no cache break is reported for unknown counters, a good ratio, or a prompt below half of the minimum", () => {
  fc.assert(
    fc.property(usages, models, bytes, bytes, (usage, model, parentBytes, requestBytes) => {
      const { read, write, fresh } = usage;
      const prompt = read === null || write === null || fresh === null ? null : read + write + fresh;
      const hitRatio = prompt === null || prompt === 0 ? null : (read ?? 0) / prompt;
      const record = { turn: 1, hitRatio, usage: { ...usage, prompt, output: 1 }, requestBytes };
      const isBreak = isCacheBreak(record, { model, parentBytes });
      expect(
        isRight(isBreak, {
          hitRatio,
          prompt,
          read,
          minimum: cacheableMinimum(model),
          isLonger: parentBytes < requestBytes,
        }),
      ).toBe(true);
    }),
    { numRuns: 2_000 },
  );
});

type Seen = {
  readonly hitRatio: number | null;
  readonly prompt: number | null;
  readonly read: number | null;
  readonly minimum: number;
  readonly isLonger: boolean;
};

/** Between half of the minimum and the minimum, and for a request longer than its parent, either answer is right. */
function isRight(isBreak: boolean, { hitRatio, prompt, read, minimum, isLonger }: Seen): boolean {
  if (hitRatio === null || prompt === null || hitRatio >= 0.5) return !isBreak;
  if (read !== null && read > 0) return isBreak;
  if (prompt * 2 < minimum) return !isBreak;
  return isBreak || isLonger || prompt < minimum;
}
