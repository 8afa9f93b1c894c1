import { expect, test } from "vitest";
import { describeBreak } from "../../../harness/run/live/describe-break.ts";
import { maskKey } from "../../../harness/run/live/mask-key.ts";
import { type Reservation, Spending } from "../../../harness/run/live/spending.ts";
import { worstCase } from "../../../harness/run/live/worst-case.ts";

const request = { provider: "anthropic", model: "claude-sonnet-4-5", promptTokens: 1_000, answerTokens: 100 };
// 1,000 tokens written at $3.75 and 100 answered at $15 per million.
const worstUsd = 0.00525;
const day = Date.UTC(2026, 0, 1);

function reserved(spending: Spending, asked = request): Reservation {
  const reservation = spending.reserve(asked);
  if (typeof reservation === "string") throw new Error(reservation);
  return reservation;
}

test("the answer is in the worst case, and what is set aside counts until its cost is known", () => {
  expect(new Spending(worstUsd - 0.0001).reserve(request)).toMatch(/up to \$0\.005\d could be spent.*allows/);
  const spending = new Spending(0.01);
  const first = reserved(spending);
  // A sibling that starts beside it finds the worst case of the first.
  expect(spending.reserve(request)).toMatch(/up to \$0\.0105/);
  expect(first.settle({ read: 0, write: 0, fresh: 1_000, output: 0 }, day)).toBeCloseTo(0.003, 6);
  reserved(spending).release();
  reserved(spending);
  expect(spending.reserve(request)).toMatch(/up to/);
});

test.each([
  ["no usage", null],
  ["usage without the answer", { read: 0, write: 0, fresh: 10, output: null }],
  ["usage without the prompt", { read: null, write: null, fresh: 10, output: 1 }],
])("a response with %s counts as its worst case", (_, usage) => {
  const spending = new Spending(0.01);
  expect(reserved(spending).settle(usage, day)).toBeNull();
  expect(spending.reserve(request)).toMatch(/up to \$0\.0105/);
});

test("what nobody can bound or price is refused under a limit, and goes without one", () => {
  const endless = { ...request, answerTokens: null };
  expect(new Spending(1).reserve(endless)).toMatch(/nobody knows how long an answer of claude-sonnet-4-5 can get/);
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
])("%s %j answers with at most so many tokens", (path, body, tokens) => {
  const provider = path.startsWith("/v1/messages") ? "anthropic" : path.includes("gemini") ? "gemini" : "openai";
  const asked = worstCase(provider, { method: "POST", path, headers: [], body: Buffer.from(JSON.stringify(body)) });
  expect(asked.answerTokens).toBe(tokens);
});

test("a key is quoted to nobody, nor are its ends", () => {
  const key = ["authorization", "Bearer sk-proj-abcdefgh1234"] as const;
  expect(maskKey("no key sk-proj-abcdefgh1234 here", key)).toBe("no key [key] here");
  expect(maskKey("Incorrect API key: sk-proj-********1234.", key)).toBe("Incorrect API key: [key].");
  expect(maskKey("sk-proj is a prefix", key)).toBe("sk-proj is a prefix");
});

test("a host that cannot be reached is named with its port", async () => {
  const base = new URL("http://127.0.0.1:1/v1");
  const fault: unknown = await fetch("http://127.0.0.1:9/").catch((thrown: unknown) => thrown);
  expect(describeBreak(fault, base)).toMatch(/^127\.0\.0\.1:1 cannot be reached: /);
  expect(describeBreak(new Error("terminated"), new URL("https://a.example"))).toBe(
    "a.example:443 broke off: terminated",
  );
});
