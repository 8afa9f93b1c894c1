import { expect, test } from "vitest";
import { overrideRules } from "../../harness/cache-model/rules/override-rules.ts";
import { rulesOf } from "../../harness/cache-model/rules/rules-of.ts";
import { HarnessError } from "../../harness/kernel/faults/harness-error.ts";

const asked = { provider: "anthropic", model: "claude-opus-5", dialect: "anthropic-messages", isMarked: true } as const;
const now = Date.UTC(2027, 0, 15);
const dated = { asOf: "2027-01", source: "a probe of ours" };

function faultOf(document: unknown): string {
  try {
    overrideRules(typeof document === "string" ? document : JSON.stringify(document), "rules.json", now);
    return "none";
  } catch (error) {
    if (!(error instanceof HarnessError)) throw error;
    return `${error.code}, exit ${error.exit}, ${error.where}: ${error.message}; ${error.fix}`;
  }
}

test("a rule file changes only the values that it names, each with date and source", () => {
  const ours = rulesOf(asked);
  const ttlMs = { "5m": 600_000, "1h": 3_600_000 };
  const models = { "claude-opus-5": { minimumTokens: 256 }, "claude-opus-6": { minimumTokens: 128 } };
  const caches = overrideRules(
    JSON.stringify({ anthropic: { ...dated, lookbackPositions: 30, ttlMs, models } }),
    "r",
    now,
  );
  const theirs = rulesOf(asked, caches);
  expect(theirs).toMatchObject({
    asOf: "2027-01",
    lookbackPositions: { value: 30, source: "[F] a probe of ours" },
    ttlMs: { value: ttlMs },
    maxBreakpoints: ours?.engine === "marked-blocks" ? ours.maxBreakpoints : null,
  });
  const row = (family: string): unknown => theirs?.models.find((each) => each.family === family);
  expect(row("claude-opus-5")).toMatchObject({ minimumTokens: 256, stringEqualsTextBlock: false });
  expect(row("claude-opus-6")).toMatchObject({ minimumTokens: 128 });
  expect(theirs?.models.length).toBe((ours?.models.length ?? 0) + 1);
  expect(rulesOf({ ...asked, provider: "deepseek" }, caches)).toBe(rulesOf({ ...asked, provider: "deepseek" }));
});

test.each([
  ["{", /^HX517, exit 2, rules.json:1:2: the rule file: is not JSON/],
  ["[]", /is not a JSON object/],
  [{ antropic: dated }, /unknown cache "antropic"; did you mean "anthropic"/],
  [{ anthropic: 5 }, /rules.json:1:2, anthropic: .*is not an object/],
  [{ anthropic: { ...dated, asOf: "2026-13" } }, /anthropic, asOf: .*asOf is "2026-13", not a year and a month/],
  [{ anthropic: { ...dated, asOf: 2026 } }, /asOf: .*asOf is 2026, not a year and a month/],
  [{ anthropic: { source: "a probe" } }, /rules.json:1:2, anthropic: .*asOf is missing; say when .*"asOf": "2026-11"/],
  [{ anthropic: { asOf: "2026-11" } }, /rules.json:1:2, anthropic: .*source is missing/],
  [{ anthropic: { ...dated, source: 5 } }, /anthropic, source: .*source is not a string/],
  [
    { anthropic: { ...dated, lookbackPosition: 3 } },
    /unknown rule "lookbackPosition"; did you mean "lookbackPositions"/,
  ],
  [{ anthropic: { ...dated, lookbackPositions: -1 } }, /lookbackPositions: .*is -1; write a number of 1 or more/],
  [{ anthropic: { ...dated, lookbackPositions: 0 } }, /anthropic, lookbackPositions: .*is 0; write a number of 1 or/],
  [{ anthropic: { ...dated, maxBreakpoints: 0 } }, /anthropic, maxBreakpoints: .*is 0; write a number of 1 or more/],
  [
    `{"anthropic":{"asOf":"2026-11","source":"s",\n "lookbackPositions": 20}}`,
    /rules.json:2:2, anthropic, lookbackPositions: .*is what our own rules say: it changes nothing; leave it out, or /,
  ],
  [
    { anthropic: { ...dated, ttlMs: { "1h": 3_600_000 } } },
    /anthropic, ttlMs: .*our own rules say: it changes nothing/,
  ],
  [{ anthropic: { ...dated, runsShareAPosition: ["tool-result", "tool-use"] } }, /it changes nothing/],
  [{ anthropic: { ...dated, parameters: { tool_choice: "messages" } } }, /tool_choice: .*it changes nothing/],
  [
    { anthropic: { ...dated, models: { "claude-opus-5": { minimumTokens: 512 } } } },
    /claude-opus-5: .*changes nothing/,
  ],
  [{ anthropic: { ...dated, ttlMs: { "5mm": 1000 } } }, /ttlMs, 5mm: .*unknown lifetime "5mm"; did you mean "5m"/],
  [
    '{"anthropic":{"asOf":"2026-11","source":"s","ttlMs":{"__proto__":5}}}',
    /ttlMs, __proto__: .*unknown lifetime "__proto__"/,
  ],
  ['{"anthropic":{"asOf":"2026-11","source":"s","__proto__":5}}', /unknown rule "__proto__"/],
  [
    '{"anthropic":{"asOf":"2026-11","source":"s","models":{"__proto__":{"minimumTokens":5}}}}',
    /rules.json:1:\d+, anthropic, models, __proto__: .*"__proto__" is not a model family; write a model's name/,
  ],
  [{ "openai-boundaries": { ...dated, soughtMarks: { toString: 2 } } }, /unknown member "toString"/],
  [{ anthropic: { ...dated, defaultTtl: "toString" } }, /unknown lifetime "toString"/],
  [
    { anthropic: { ...dated, asOf: "1999-01" } },
    /asOf: .*asOf is "1999-01", when no provider had a prompt cache; say when/,
  ],
  [{ anthropic: { ...dated, lookbackPositions: "30" } }, /is "30"; write a number/],
  [{ anthropic: { ...dated, ttlMs: { "5m": "long" } } }, /rules.json:1:\d+, anthropic, ttlMs, 5m: .*is "long"/],
  [{ anthropic: { ...dated, ttlMs: 5 } }, /ttlMs: .*is not an object/],
  [{ anthropic: { ...dated, unmarkable: "thinking" } }, /is not a list of strings/],
  [{ anthropic: { ...dated, readableFrom: "someday" } }, /is "someday"; say first-byte or end/],
  [{ anthropic: { ...dated, toolsAreOneBlock: "yes" } }, /is not a boolean/],
  [{ anthropic: { ...dated, models: { x: { stringEqualsTextBlock: true } } } }, /models, x, minimumTokens: .*is null/],
  [
    { anthropic: { ...dated, models: { x: { minimumToken: 1 } } } },
    /unknown member "minimumToken"; did you mean "minimumTokens"/,
  ],
  [{ openai: { ...dated, stepTokens: 0 } }, /stepTokens: .*is 0; write a number of 1 or more/],
  [{ anthropic: { ...dated, models: { x: { minimumTokens: 0.5 } } } }, /minimumTokens: .*is 0.5; .*without a fraction/],
  [{ anthropic: { ...dated, models: { x: { minimumTokens: 1, stringEqualsTextBlock: 1 } } } }, /is not a boolean/],
  [
    { anthropic: { ...dated, parameters: { thinkin: "none" } } },
    /unknown parameter "thinkin"; did you mean "thinking"/,
  ],
  [
    { anthropic: { ...dated, parameters: { thinking: "system message" } } },
    /write tools, system, messages, or "none" to uncache nothing/,
  ],
  [{ gemini: { ...dated, share: 1.5 } }, /share: .*is 1.5; write a part of 1 above 0/],
  [{ "openai-boundaries": { ...dated, soughtMarks: { firs: 2 } } }, /unknown member "firs"; did you mean "first"/],
  [
    `{\n  "deepseek": {\n    "asOf": "2026-11",\n    "source": "s",\n    "stepToken": 1\n  }\n}`,
    /rules.json:5:5, deepseek, stepToken: /,
  ],
  [{ anthropic: { ...dated, models: [] } }, /models: .*is not an object/],
  ["{}", /rules.json:1:1: .*names no cache: it changes nothing; name one with its rules: anthropic, /],
  [{ anthropic: dated }, /rules.json:1:2, anthropic: .*names no rule: it changes nothing/],
  [{ anthropic: { ...dated, models: {}, parameters: {} } }, /it changes nothing/],
  [{ anthropic: { ...dated, models: { x: {} } } }, /models, x: .*names no number: it changes nothing/],
  [{ anthropic: { ...dated, ttlMs: {} } }, /ttlMs: .*is empty: it changes nothing/],
  [
    { anthropic: { ...dated, asOf: "2099-11", lookbackPositions: 3 } },
    /rules.json:1:\d+, anthropic, asOf: .*asOf is "2099-11", which has not come yet; .*2027-01 at the latest/,
  ],
  [{ anthropic: { ...dated, asOf: "2026-11-31", lookbackPositions: 3 } }, /"2026-11-31", not a year and a month/],
  [{ anthropic: { ...dated, source: "  ", lookbackPositions: 3 } }, /source is not a string/],
  [{ anthropic: { ...dated, models: { x: { minimumTokens: 1e300 } } } }, /is 1e\+300; write at most 10000000 tokens/],
  ['{"anthropic":{"asOf":"2026-11","source":"s","lookbackPositions":1e999}}', /is Infinity; write at most 10000 /],
  [{ anthropic: { ...dated, ttlMs: { "5m": 0 } } }, /ttlMs, 5m: .*is 0; write a number of 1 or more.*in milliseconds/],
  [{ anthropic: { ...dated, ttlMs: { "5m": 1e15 } } }, /ttlMs, 5m: .*write at most \d+ milliseconds/],
  [{ deepseek: { ...dated, delayMs: 1e12 } }, /delayMs: .*write at most 86400000 milliseconds/],
  [{ gemini: { ...dated, share: 0 } }, /share: .*share is 0; write a part of 1 above 0/],
  [{ anthropic: { ...dated, unmarkable: ["thinkin"] } }, /unmarkable: .*is "thinkin"; say tool or text or /],
  [{ anthropic: { ...dated, defaultTtl: "7m" } }, /defaultTtl: .*unknown lifetime "7m"; /],
  [{ anthropic: { ...dated, unhashedSystemHead: 5 } }, /unhashedSystemHead: .*is not a string/],
  [
    { anthropic: { ...dated, models: { "claude-opus-5-20260101": { minimumTokens: 1 } } } },
    /"claude-opus-5-20260101" is not a model family; leave out vendor, date and version: "claude-opus-5"/,
  ],
  [
    '{"anthropic":{"asOf":"2026-11","source":"s",\n"lookbackPositions":3,"lookbackPositions":30}}',
    /rules.json:2:23: .*"lookbackPositions" stands twice; leave one of the two out/,
  ],
])("a wrong rule file is rejected with the place of the error: %j", (document, expected) => {
  expect(faultOf(document)).toMatch(expected);
});

test("a rule file can switch an inferred rule about a parameter", () => {
  const parameters = { "output_config.effort": "messages", thinking: "none" };
  const theirs = rulesOf(asked, overrideRules(JSON.stringify({ anthropic: { ...dated, parameters } }), "r", now));
  const level = (name: string): unknown => theirs?.parameters.find((each) => each.name === name)?.level;
  expect(level("output_config.effort")).toBe("messages");
  expect(level("thinking")).toBeUndefined();
  expect(level("tool_choice")).toBe("messages");
});

test("a rule file with one of several numbers keeps the others; a clock that is older than our own rules rejects none of their months", () => {
  const text = JSON.stringify({ anthropic: { asOf: "2026-10", source: "s", ttlMs: { "5m": 600_000 } } });
  expect(rulesOf(asked, overrideRules(text, "r", 0))?.ttlMs.value).toEqual({ "5m": 600_000, "1h": 3_600_000 });
});
