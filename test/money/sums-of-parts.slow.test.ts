import { writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { makeTempFolder } from "../../harness/io/files/disk.ts";
import type { Inspection, InspectedExchange } from "../../harness/kernel/inspection/inspection.ts";
import { forkproofHere } from "../incidents/inspect-here.ts";

type Json = Readonly<Record<string, unknown>>;
type Client = {
  readonly path: string;
  readonly host: string;
  readonly body: (turns: readonly string[]) => Json;
  readonly answer: (usage: Json) => Json;
  readonly counters: readonly string[];
};

const system = "Keep to the rules of this file, and to nothing else. ".repeat(200);
const spoken = (turns: readonly string[]): readonly Json[] =>
  turns.map((content, at) => ({ role: at % 2 === 0 ? "user" : "assistant", content }));

/** Counters with a dot stand in a member of the usage. */
const clients: Readonly<Record<string, Client>> = {
  "anthropic-messages": {
    path: "/v1/messages",
    host: "api.anthropic.com",
    body: (turns) => ({ model: "claude-sonnet-4-5", max_tokens: 9, system, messages: spoken(turns) }),
    answer: (usage) => ({ type: "message", role: "assistant", content: [{ type: "text", text: "Yes." }], usage }),
    counters: ["input_tokens", "cache_read_input_tokens", "cache_creation_input_tokens", "output_tokens"],
  },
  "openai-chat": {
    path: "/v1/chat/completions",
    host: "api.openai.com",
    body: (turns) => ({ model: "gpt-5", messages: [{ role: "system", content: system }, ...spoken(turns)] }),
    answer: (usage) => ({
      choices: [{ message: { role: "assistant", content: "Yes." }, finish_reason: "stop" }],
      usage,
    }),
    counters: ["prompt_tokens", "prompt_tokens_details.cached_tokens", "completion_tokens"],
  },
  "openai-responses": {
    path: "/v1/responses",
    host: "api.openai.com",
    body: (turns) => ({ model: "gpt-5", instructions: system, input: spoken(turns) }),
    answer: (usage) => ({ object: "response", status: "completed", output: [], usage }),
    counters: ["input_tokens", "input_tokens_details.cached_tokens", "output_tokens"],
  },
  "gemini-generate": {
    path: "/v1beta/models/gemini-2.5-pro:generateContent",
    host: "generativelanguage.googleapis.com",
    body: (turns) => ({
      systemInstruction: { parts: [{ text: system }] },
      contents: turns.map((text, at) => ({ role: at % 2 === 0 ? "user" : "model", parts: [{ text }] })),
    }),
    answer: (usageMetadata) => ({
      candidates: [{ content: { role: "model", parts: [{ text: "Yes." }] }, finishReason: "STOP" }],
      usageMetadata,
    }),
    counters: ["promptTokenCount", "cachedContentTokenCount", "candidatesTokenCount"],
  },
  "bedrock-converse": {
    path: "/model/anthropic.claude-sonnet-4-5-20250929-v1:0/converse",
    host: "bedrock-runtime.us-east-1.amazonaws.com",
    body: (turns) => ({
      system: [{ text: system }],
      messages: turns.map((text, at) => ({ role: at % 2 === 0 ? "user" : "assistant", content: [{ text }] })),
    }),
    answer: (usage) => ({
      output: { message: { role: "assistant", content: [{ text: "Yes." }] } },
      stopReason: "end_turn",
      usage,
    }),
    counters: ["inputTokens", "cacheReadInputTokens", "cacheWriteInputTokens", "outputTokens"],
  },
};

const count: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 6, arbitrary: fc.nat({ max: 3_000 }) },
  { weight: 3, arbitrary: fc.constantFrom(undefined, null, 0) },
  { weight: 1, arbitrary: fc.constantFrom(1e8, 1e15, -3, 1.5, "12", {}) },
);

function lineOf({ path, host, body, answer, counters }: Client, counts: readonly unknown[], at: number): string {
  const usage: Record<string, unknown> = {};
  for (const [place, name] of counters.entries()) {
    const [first = "", inner] = name.split(".");
    usage[first] = inner === undefined ? counts[place] : { [inner]: counts[place] };
  }
  const turns = Array.from({ length: 2 * at + 1 }, (_, turn) => `Text ${turn} of this task.`);
  return `${JSON.stringify({
    seq: at + 1,
    ts: new Date(Date.UTC(2026, 10, 1, 10, 0, 20 * at)).toISOString(),
    method: "POST",
    path,
    headers: [["host", host]],
    body: JSON.stringify(body(turns)),
    response: { status: 200, contentType: "application/json", body: JSON.stringify(answer(usage)) },
  })}\n`;
}

function expectSums({ exchanges, totals }: Inspection): void {
  const sum = (values: readonly number[]): number => values.reduce((all, each) => all + each, 0);
  const counters = ["read", "write", "fresh", "output"] as const;
  for (const counter of counters) {
    // Counters that cannot be true are in no sum.
    const known = exchanges.flatMap(({ usage, countedOver }) =>
      countedOver === "contradictory" ? [] : (usage?.[counter] ?? []),
    );
    const { tokens, unknownIn } = totals.tokens[counter];
    // An unknown sum is not zero, and each request is in the sum or among the unknown ones.
    expect(known.length === 0).toBe(tokens === null);
    expect(tokens ?? 0).toBeCloseTo(sum(known), 3);
    expect(unknownIn).toBe(totals.answered - known.length);
  }
  const costs = exchanges.flatMap(({ usd }) => usd ?? []);
  expect(costs.every((usd) => usd >= 0)).toBe(true);
  expect(totals.paidUsd).toEqual(costs.length === 0 ? null : expect.closeTo(sum(costs), 6));
  expect(totals.money?.priced).toBe(costs.length);
  expect(sum(Object.values(totals.ratios))).toBeLessThanOrEqual(exchanges.length);
  for (const each of exchanges) expectPossible(each);
}

function expectPossible({ ratio, usage, usd, breakCost, unserved }: InspectedExchange): void {
  for (const value of [ratio?.observed, ratio?.expected, ratio?.efficiency])
    if (value != null) expect(value >= 0 && value <= 1).toBe(true);
  if (usage === null || usage.read === null || usage.fresh === null || usage.output === null) expect(usd).toBeNull();
  const lost = breakCost ?? unserved;
  if (lost !== null) expect(lost.lostTokens).toBeGreaterThanOrEqual(0);
}

test.each(Object.entries(clients))(
  "on %s the totals are the sums of their parts, also of merged files",
  async (_, client) => {
    using folder = makeTempFolder();
    const file = (name: string): string => join(folder.path, name);
    const printed = async (...argv: readonly string[]): Promise<Inspection> => {
      const { exit, out, err } = await forkproofHere([...argv, "--json"]);
      expect(exit, err).toBe(0);
      return JSON.parse(out) as Inspection;
    };
    const counts = fc.array(fc.array(count, { minLength: 4, maxLength: 4 }), { minLength: 4, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(counts, async (all) => {
        const lines = all.map((each, at) => lineOf(client, each, at));
        for (const [name, part] of [
          ["a", lines.slice(0, 2)],
          ["b", lines.slice(2)],
        ] as const) {
          writeFileSync(file(`${name}.jsonl`), part.join(""));
          writeFileSync(file(`${name}.json`), JSON.stringify(await printed("inspect", file(`${name}.jsonl`))));
        }
        const whole = await printed("inspect", file("a.jsonl"), file("b.jsonl"));
        expect(whole.exchanges).toHaveLength(all.length);
        expectSums(whole);
        expect(await printed("merge", file("a.json"), file("b.json"))).toEqual(whole);
      }),
      { numRuns: 6 },
    );
  },
);
