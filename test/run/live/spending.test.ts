import { expect, test } from "vitest";
import { readUsage } from "../../../harness/wires/anthropic-messages/read-usage.ts";
import { describeBreak } from "../../../harness/run/live/describe-break.ts";
import { maskKey } from "../../../harness/run/live/mask-key.ts";
import type { Reservation } from "../../../harness/run/live/budget.ts";
import type { SaleTerms } from "../../../harness/kernel/text/sold-name.ts";
import { Spending } from "../../../harness/run/live/spending.ts";
import { worstCase } from "../../../harness/run/live/worst-case.ts";

const request = {
  provider: "anthropic",
  model: "claude-sonnet-4-5",
  promptTokens: 1_000,
  keepsLong: false,
  answerTokens: 100,
};
// 1,000 tokens written at $3.75 and 100 answered at $15 per million.
const worstUsd = 0.00525;
const day = Date.UTC(2026, 0, 1);

function reserved(spending: Spending, asked = request): Reservation {
  const reservation = spending.reserve(asked);
  if (typeof reservation === "string") throw new Error(reservation);
  return reservation;
}

test("the worst case includes the answer, and a reserved amount counts until the cost is known", () => {
  expect(new Spending(worstUsd - 0.0001).reserve(request)).toMatch(/up to \$0\.005\d could be spent.*allows/);
  const spending = new Spending(0.01);
  const first = reserved(spending);
  // A sibling that starts at the same time finds the worst case of the first.
  expect(spending.reserve(request)).toMatch(/up to \$0\.0105/);
  expect(first.settle({ read: 0, write: 0, fresh: 1_000, output: 0, longWrite: null }, day, {})).toBeCloseTo(0.003, 6);
  reserved(spending).release();
  reserved(spending);
  expect(spending.reserve(request)).toMatch(/up to/);
});

test.each([
  ["no usage", null],
  ["usage without the answer", { read: 0, write: 0, fresh: 10, output: null, longWrite: null }],
  ["usage without the prompt", { read: null, write: null, fresh: 10, output: 1, longWrite: null }],
])("a response with %s counts as its worst case", (_, usage) => {
  const spending = new Spending(0.01);
  expect(reserved(spending).settle(usage, day, {})).toBeNull();
  expect(spending.reserve(request)).toMatch(/up to \$0\.0105/);
});

test("an hour's write counts at twice the input price, in the worst case and in its cost", () => {
  const long = { ...request, keepsLong: true };
  // 1,000 tokens at $6 and 100 at $15 per million.
  expect(new Spending(0.0074).reserve(long)).toMatch(/up to \$0\.0075 could be spent/);
  const cost = (usage: { readonly write: number; readonly longWrite: number | null }): number | null =>
    reserved(new Spending(0.01), long).settle({ read: 0, fresh: 0, output: 0, ...usage }, day, {});
  expect(cost({ write: 1_000, longWrite: 1_000 })).toBeCloseTo(0.006, 8);
  expect(cost({ write: 1_000, longWrite: 400 })).toBeCloseTo(0.0024 + 0.00225, 8);
  // No counter says for how long: the dearer is assumed, since it was asked for.
  expect(cost({ write: 1_000, longWrite: null })).toBeCloseTo(0.006, 8);
  expect(
    reserved(new Spending(0.01)).settle({ read: 0, write: 1_000, fresh: 0, output: 0, longWrite: null }, day, {}),
  ).toBeCloseTo(0.00375, 8);
});

test.each([
  ['{"cache_control":{"type":"ephemeral","ttl":"1h"}}', true],
  ['{"cache_control":{"ttl" : "1h","type":"ephemeral"}}', true],
  ['{"cache_control":{"type":"ephemeral","ttl":"5m"}}', false],
])("the block %s has a known lifetime", (block, keepsLong) => {
  const body = Buffer.from(`{"model":"claude-sonnet-4-5","max_tokens":9,"system":[${block}],"messages":[]}`);
  expect(worstCase("anthropic", { method: "POST", path: "/v1/messages", headers: [], body }).keepsLong).toBe(keepsLong);
});

test("the hour's part of a write is read from the response, and from the last report of a stream", () => {
  const usage = (tokens: number): string =>
    `{"cache_creation_input_tokens":9,"cache_creation":{"ephemeral_1h_input_tokens":${tokens}}}`;
  const read = (contentType: string, text: string): number | null =>
    readUsage({ contentType, body: Buffer.from(text) })?.longWrite ?? null;
  expect(read("application/json", `{"usage":${usage(7)}}`)).toBe(7);
  const stream = `data: {"message":{"usage":${usage(5)}}}\n\ndata: {"usage":${usage(9)}}\n\n`;
  expect(read("text/event-stream", stream)).toBe(9);
  expect(read("application/json", '{"usage":{"input_tokens":1}}')).toBeNull();
});

test("a request without a known bound or price is refused under a limit, and sent without one", () => {
  const endless = { ...request, answerTokens: null };
  expect(new Spending(1).reserve(endless)).toMatch(/the length of an answer of claude-sonnet-4-5 is unknown/);
  expect(new Spending(1).reserve({ ...request, model: "nobody-knows" })).toMatch(/price of nobody-knows/);
  expect(new Spending(null).reserve({ ...endless, model: "nobody-knows" })).toBeTypeOf("object");
});

test.each([
  ["/v1/messages", { model: "claude-sonnet-4-5", max_tokens: 700, messages: [] }, 700],
  ["/v1/chat/completions", { model: "gpt-5", max_completion_tokens: 50, n: 3, messages: [] }, 150],
  ["/v1/responses", { model: "gpt-5", max_output_tokens: 9, input: [] }, 9],
  ["/v1beta/models/gemini-2.5-pro:generateContent", { contents: [], generationConfig: { maxOutputTokens: 8 } }, 8],
  // Its whole context window, where the request says nothing.
  ["/v1/responses", { model: "gpt-5", input: [] }, 400_000],
  ["/v1/responses", { model: "nobody-knows", input: [] }, null],
])("the request to %s with %j has a known maximum of answer tokens", (path, body, tokens) => {
  const provider = path.startsWith("/v1/messages") ? "anthropic" : path.includes("gemini") ? "gemini" : "openai";
  const asked = worstCase(provider, { method: "POST", path, headers: [], body: Buffer.from(JSON.stringify(body)) });
  expect(asked.answerTokens).toBe(tokens);
});

test("neither a key nor its ends are quoted", () => {
  const key = ["authorization", "Bearer sk-proj-abcdefgh1234"] as const;
  expect(maskKey("no key sk-proj-abcdefgh1234 here", key)).toBe("no key [key] here");
  expect(maskKey("Incorrect API key: sk-proj-********1234.", key)).toBe("Incorrect API key: [key].");
  expect(maskKey("sk-proj is a prefix", key)).toBe("sk-proj is a prefix");
});

test("an unreachable host is named with its port", async () => {
  const base = new URL("http://127.0.0.1:1/v1");
  const fault: unknown = await fetch("http://127.0.0.1:9/").catch((thrown: unknown) => thrown);
  expect(describeBreak(fault, base)).toMatch(/^127\.0\.0\.1:1 cannot be reached: /);
  expect(describeBreak(new Error("terminated"), new URL("https://a.example"))).toBe(
    "a.example:443 broke off: terminated",
  );
});

test("a response costs what its own tier costs, not the requested one, and the limit holds", () => {
  const flex = {
    provider: "openai",
    model: "gpt-5",
    tier: "flex",
    promptTokens: 1_000,
    keepsLong: false,
    answerTokens: 0,
  };
  const usage = { read: 0, write: null, fresh: 1_000, output: 0 };
  const settled = (sold: SaleTerms): number | null => reserved(new Spending(1), flex).settle(usage, day, sold);
  const usual = settled({});
  expect(usual).toBeGreaterThan(0);
  expect(settled({ tier: "flex" })).toBeCloseTo((usual ?? 0) / 2, 9);
  expect(settled({ tier: "priority" })).toBeNull();
  // Half of the price would be within the limit, and the provider may answer at the whole one.
  expect(new Spending((usual ?? 0) * 0.6).reserve(flex)).toMatch(/could be spent/);
});
