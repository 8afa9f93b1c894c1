import { expect, test } from "vitest";
import { overrideRules } from "../../../harness/cache-model/rules/override-rules.ts";
import type { Exchange, Header } from "../../../harness/kernel/exchange.ts";
import { describeFork } from "../../../harness/run/fork/fork-runs.ts";
import { judge } from "../../../harness/verdict/judge.ts";
import { wireExchange } from "../../support/wire-bodies.ts";

const HEAD = "You look after a small shop in the harbour. ".repeat(400);

/** Of the session cache alone, so that the answer shows which cache was asked. */
const rules = { asOf: "2026-11", source: "a test", models: { "qwen3.5-plus": { minimumTokens: 90_000 } } };
const caches = overrideRules(JSON.stringify({ "dashscope-session": rules }), "rules.json", Date.UTC(2026, 10, 20));

test("a fork's expected ratio follows the cache that its headers select", () => {
  const sent = (id: string, turns: readonly string[], headers: readonly Header[]): Exchange => {
    const input = turns.map((content) => ({ role: "user", content }));
    const body = JSON.stringify({ model: "qwen3.5-plus", instructions: HEAD, input });
    const response = { status: 200, contentType: "application/json", body: Buffer.from("{}"), usageIsReal: true };
    return { ...wireExchange("openai-responses", body, id), headers, response };
  };
  const expected = (headers: readonly Header[]): number | null => {
    const [parent, first] = [sent("1", ["Is it open?"], headers), sent("2", ["Is it open?", "Since?"], headers)];
    const served = [
      { exchange: first, lane: "fork", prediction: null, outcome: "complete", isReplayed: true } as const,
    ];
    return describeFork({ lane: "fork", parent, first, served }, null, judge({ parent, child: first, caches }))
      .expectedRatio;
  };
  expect(expected([["x-dashscope-session-cache", "enable"]])).toBe(0);
  expect(expected([])).toBeGreaterThan(0.9);
});
