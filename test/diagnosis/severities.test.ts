import { expect, test } from "vitest";
import { severityOf, severityRows } from "../../harness/diagnosis/facts/severities.ts";
import { allRules } from "../../harness/diagnosis/registry.ts";
import type { DialectName } from "../../harness/kernel/layout.ts";
import { judge } from "../../harness/verdict/judge.ts";
import { wireExchange } from "../support/wire-bodies.ts";

const KEY = { prompt_cache_key: "a" };
const NEW_KEY = { prompt_cache_key: "b" };
const LOW = { reasoning_effort: "low" };
const HIGH = { reasoning_effort: "high" };

type Row = readonly [
  provider: string,
  dialect: DialectName,
  model: string,
  before: object,
  after: object,
  expected: readonly string[],
];

/** The same two requests cost nothing here and all there. */
const rows: readonly Row[] = [
  ["openai", "openai-chat", "gpt-6.1-sol", KEY, NEW_KEY, ["CB601 cause high"]],
  ["openrouter", "openai-chat", "m", KEY, NEW_KEY, ["CB601 cause high"]],
  ["xai", "openai-chat", "grok-4", KEY, NEW_KEY, ["CB601 cause low"]],
  ["xai", "openai-responses", "grok-4", KEY, NEW_KEY, ["CB601 cause high"]],
  ["moonshot", "openai-chat", "kimi-for-coding", KEY, NEW_KEY, ["CB601 note none"]],
  ["moonshot", "openai-chat", "kimi-k3", KEY, NEW_KEY, ["CB601 cause high"]],
  ["deepseek", "openai-chat", "deepseek-chat", KEY, NEW_KEY, ["CB601 note none"]],
  ["anthropic", "anthropic-messages", "claude-sonnet-4-5", KEY, NEW_KEY, ["CB601 note none"]],
  ["openai", "openai-chat", "gpt-6.1-sol", LOW, HIGH, ["CB103 cause high"]],
  ["openai", "openai-chat", "gpt-5", LOW, HIGH, ["CB103 cause low"]],
  ["openai", "openai-chat", "gpt-5.5", LOW, HIGH, ["CB103 cause low"]],
  ["moonshot", "openai-chat", "moonshotai/kimi-for-coding", LOW, HIGH, ["CB103 note none"]],
  ["openai", "openai-chat", "gpt-5.6-sol", {}, { service_tier: "flex" }, ["CB106 cause high"]],
  ["openai", "openai-chat", "gpt-4o", {}, { service_tier: "flex" }, ["CB106 cause medium"]],
  ["openai", "openai-chat", "gpt-6-sol", {}, { verbosity: "low" }, ["CB107 cause high"]],
  ["anthropic", "anthropic-messages", "claude-sonnet-4-5", {}, { output_format: {} }, ["CB107 cause medium"]],
];

test.each(rows)("judge rates at %s on %s, %s: %o, then %o", (provider, dialect, model, before, after, expected) => {
  expect(told(provider, dialect, [model, before, "hi"], [model, after, "hi"])).toEqual(expected);
});

test("a string in place of a text block has a severity if the model distinguishes them", () => {
  const on = (model: string): readonly string[] =>
    told("anthropic", "anthropic-messages", [model, {}, "hi"], [model, {}, [{ type: "text", text: "hi" }]]);
  expect(on("claude-sonnet-4-5")).toEqual(["CB408 note none"]);
  expect(on("claude-opus-5")).toEqual(["CB408 note medium"]);
});

test("every row of the severity table changes the severity of a code that has a cost", () => {
  for (const { code, provider, severity } of severityRows) {
    const rule = allRules.find((each) => each.code === code);
    expect(rule?.severity, code).not.toBe("none");
    expect(severity, `${code} at ${provider}`).not.toBe(rule?.severity);
  }
  expect(severityOf({ code: "CB601", severity: "high" }, { provider: null, dialect: "openai-chat", model: null })).toBe(
    "high",
  );
});

type Side = readonly [model: string, beside: object, content: unknown];

/** Codes with role and severity, but for notes on lengths and guarantees. */
function told(provider: string, dialect: DialectName, parent: Side, child: Side): readonly string[] {
  const list = dialect === "openai-responses" ? "input" : "messages";
  const write = ([model, beside, content]: Side): string =>
    JSON.stringify({ model, ...beside, [list]: [{ role: "user", content }] });
  const judgement = judge({
    parent: wireExchange(dialect, write(parent), "1"),
    child: wireExchange(dialect, write(child), "2"),
    provider,
  });
  return judgement.findings
    .filter(({ code }) => /^CB[1-6]/.test(code))
    .map(({ code, role, severity }) => `${code} ${role} ${severity}`);
}
