import { expect, test } from "vitest";
import { estimateTokens } from "../../harness/cache-model/estimate-tokens.ts";
import { chainOf } from "../../harness/cache-model/prompt/prompt-chain.ts";
import { anthropicRules } from "../../harness/providers/anthropic/cache-rules.ts";
import { answeredWith, longBody, TURN } from "../../harness/diagnosis/facts/long-example.ts";
import { anthropicMessages } from "../../harness/wires/anthropic-messages/wire.ts";
import type { BreakCost } from "../../harness/kernel/breaks/break-cost.ts";
import type { Exchange } from "../../harness/kernel/exchange.ts";
import type { Judgement } from "../../harness/kernel/judgement.ts";
import { pricedInspection } from "../../harness/money/priced-inspection.ts";
import { pricedBreak } from "../../harness/money/priced-break.ts";
import { judge } from "../../harness/verdict/judge.ts";
import { inspectRecording } from "../../harness/verdict/recording/inspect-recording.ts";
import { recordingOf } from "../diagnosis/inspect-example.ts";
import { exchangeOf } from "../diagnosis/judge-example.ts";

const MODEL = `"model":"claude-sonnet-4-5"`;
const whole = longBody(TURN).replace(`"model":"m"`, MODEL);
/** Its first word differs: nothing of the parent's can be read. */
const broken = whole.replace("Each figure", "Every figure");

type Counters = Parameters<typeof answeredWith>[0];

function asked(id: string, body: string, counters: Counters | null, sent: Partial<Exchange> = {}): Exchange {
  const response = counters === null ? null : answeredWith(counters);
  return exchangeOf(id, body, { response, startedAtMs: id === "1" ? 0 : 5_000, firstByteMs: 100, ...sent });
}

function judged(body: string, parent: Counters | null, child: Counters | null): Judgement {
  const [left, right] = [asked("1", whole, parent), asked("2", body, child)];
  return judge({ parent: left, child: right, provider: "anthropic" });
}

const STORED = { fresh: 3, write: 4000, read: 0 };

test("a break costs what the parent stored and the fork did not read, to the token if both report it", () => {
  const { breakCost, ratio } = judged(broken, STORED, { fresh: 3, write: 4000, read: 0 });
  expect(breakCost).toMatchObject({
    lostTokens: 4000,
    grade: "reported",
    prompt: { read: 0, write: 4000, fresh: 3 },
    unbroken: { read: 4000, write: 0, fresh: 3 },
    model: "claude-sonnet-4-5",
  });
  expect(ratio).toMatchObject({ observed: 0, verdict: "low", efficiency: 0 });
  expect(ratio?.expected).toBe(4000 / 4003);
});

test("a total that one side reports anchors the estimate, and without one the cost is only an estimate", () => {
  const [anchored, estimated] = [judged(broken, STORED, null), judged(broken, null, null)].map(
    (each) => each.breakCost,
  );
  expect(anchored).toMatchObject({ grade: "anchored", lostTokens: 4000 });
  expect(estimated?.grade).toBe("estimate");
  expect(estimated?.lostTokens).toBeGreaterThan(1024);
  const stretched = judged(broken, null, { fresh: 3, write: 8000, read: 0 }).breakCost;
  expect(stretched?.grade).toBe("anchored");
  expect(stretched?.lostTokens).toBeGreaterThan(7_900);
});

test("a pair without a cause loses nothing, as does a prompt below the minimum", () => {
  expect(judged(whole, STORED, { fresh: 3, write: 0, read: 4000 })).toMatchObject({
    breakCost: null,
    ratio: { verdict: "ok", efficiency: 1 },
  });
  const marked = `{"type":"text","text":"hi","cache_control":{"type":"ephemeral"}}`;
  const short = (text: string): string =>
    `{${MODEL},"system":"${text}","messages":[{"role":"user","content":[${marked}]}]}`;
  const pair = [asked("1", short("One"), null), asked("2", short("Two"), { fresh: 30, write: 0, read: 0 })] as const;
  const { breakCost, ratio } = judge({ parent: pair[0], child: pair[1], provider: "anthropic" });
  expect(breakCost).toMatchObject({ lostTokens: 0 });
  expect(ratio).toMatchObject({ observed: 0, expected: 0, verdict: "below-minimum" });
});

test("the ratio distinguishes an expired entry from a break, and is unknown for impossible counters", () => {
  const late = asked("2", whole, { fresh: 3, write: 4000, read: 0 }, { startedAtMs: 400_000 });
  expect(judge({ parent: asked("1", whole, STORED), child: late, provider: "anthropic" })).toMatchObject({
    ratio: { verdict: "cold-parent" },
    breakCost: { lostTokens: 4000, grade: "reported" },
  });
  expect(judged(whole, STORED, { fresh: -3, write: 0, read: 4000 }).ratio).toMatchObject({
    observed: null,
    verdict: "unknown",
  });
  expect(judged(whole, STORED, null).ratio).toMatchObject({ observed: null, efficiency: null, verdict: "unknown" });
  const refused = asked("2", broken, null, {
    response: { status: 429, contentType: "application/json", body: Buffer.from("{}"), usageIsReal: true },
  });
  const refusal = judge({ parent: asked("1", whole, STORED), child: refused, provider: "anthropic" });
  expect([refusal.verdict, refusal.ratio, refusal.breakCost]).toEqual(["diverged", null, null]);
  const loop = { ...STORED, fresh: 9000 };
  const summed = asked("2", whole, null, {
    response: answeredWith(loop),
    usage: { input_tokens: 9000, cache_read_input_tokens: 0, server_tool_use: { web_search_requests: 1 } },
  });
  expect(judge({ parent: asked("1", whole, STORED), child: summed, provider: "anthropic" }).ratio).toBeNull();
});

test("the cost is the price difference of two prompts on that day, and unknown without a price", () => {
  const cost: BreakCost = {
    lostTokens: 10_000,
    grade: "reported",
    prompt: { read: 0, write: 10_000, fresh: 0, longWrite: 0 },
    unbroken: { read: 10_000, write: 0, fresh: 0 },
    model: "claude-sonnet-4-5",
    usd: null,
    causes: [],
    pricesOf: "2026-01-05T00:00:00.000Z",
  };
  // $3.75 a million written, $0.30 read.
  expect(pricedBreak(cost, "anthropic")).toEqual({ ...cost, usd: 0.0345 });
  expect(pricedBreak({ ...cost, model: "nobody-knows" }, "anthropic").usd).toBeNull();
  expect(pricedBreak(cost, null).usd).toBeNull();
  expect(pricedBreak({ ...cost, pricesOf: null }, "anthropic").pricesOf).toBe("2026-11-20T00:00:00.000Z");
});

test("the totals of a recording add up, and count the breaks without a known cost", () => {
  const told = answeredWith({ fresh: 3, write: 4000, read: 0 });
  const { exchanges, totals } = inspectRecording(
    recordingOf([
      asked("1", whole, STORED),
      asked("2", broken, null, { response: told, forkOf: "1" }),
      asked("3", whole, { fresh: -3, write: 0, read: 4000 }, { forkOf: "1" }),
      asked("4", whole, null, { forkOf: "1" }),
    ]),
  );
  expect(exchanges.map(({ ratio }) => ratio?.verdict ?? null)).toEqual([null, "low", "unknown", "unknown"]);
  expect(exchanges[0]?.ratio).toEqual({ observed: 0, expected: null, efficiency: null, verdict: null });
  expect(exchanges.map(({ countedOver }) => countedOver)).toEqual(["one-prompt", "one-prompt", "contradictory", null]);
  expect(
    pricedInspection({ schema: "forkproof/inspection@2", exchanges, reordered: 0, totals }).totals.money,
  ).toMatchObject({
    priced: 2,
    unpricedModels: [],
  });
  expect(totals).toMatchObject({
    requests: 4,
    answered: 4,
    tokens: {
      read: { tokens: 0, unknownIn: 2 },
      write: { tokens: 8000, unknownIn: 2 },
      fresh: { tokens: 6, unknownIn: 2 },
    },
    ratios: { ok: 0, low: 1, "cold-parent": 0, "below-minimum": 0, unknown: 2 },
    breaks: 1,
    lost: { tokens: { ours: 4000, provider: 0, expected: 0 }, unknownIn: 0, areEstimates: false, unserved: 0 },
  });
});

const HOUR = `"cache_control":{"type":"ephemeral","ttl":"1h"}`;

test("a break's write for an hour costs an hour's price, if the answer reports it or every breakpoint asks for it", () => {
  const forHours = (body: string): string => body.replaceAll(/"cache_control":\{"type":"ephemeral"\}/g, HOUR);
  const parent = asked("1", forHours(whole), STORED);
  const { breakCost } = judge({ parent, child: asked("2", forHours(broken), STORED), provider: "anthropic" });
  expect(breakCost).toMatchObject({
    prompt: { write: 4000, longWrite: 4000 },
    unbroken: { read: 4000, write: 0 },
  });
  if (breakCost === null) throw new Error("no cost");
  // Sonnet 4.5: an hour costs 6, a read 0.3 for a million.
  expect(pricedBreak(breakCost, "anthropic")).toMatchObject({ usd: 0.0228 });
  expect(pricedBreak(breakCost, "anthropic")).not.toHaveProperty("assumesLifetime");
  const { longWrite, ...untold } = breakCost.prompt;
  expect(longWrite).toBe(4000);
  expect(pricedBreak({ ...breakCost, prompt: untold }, "anthropic")).toMatchObject({ assumesLifetime: true });
});

test("a break without usage is estimated by all bytes, not only by the first", () => {
  const more = "Überall stehen Zahlen: 4711, 0815 und 3,14159265. ".repeat(1200);
  const [left, right] = [whole, broken].map((body) => body.replace(/"text":"/, `"text":"${more}`));
  if (left === undefined || right === undefined) throw new Error("no bodies");
  const child = asked("2", right.replace("Überall", "Nirgends"), null);
  const { breakCost } = judge({ parent: asked("1", left, null), child, provider: "anthropic" });
  const layout = anthropicMessages.parseLayout(child.request);
  const { total } = chainOf(layout, { rules: anthropicRules, tokens: estimateTokens, workspace: "" });
  const { read = 0, write = 0, fresh = 0 } = breakCost?.prompt ?? {};
  expect([breakCost?.grade, read + write + fresh]).toEqual(["estimate", total]);
});
