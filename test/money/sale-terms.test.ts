import fc from "fast-check";
import { expect, test } from "vitest";
import { answeredWith, longBody, TURN } from "../../harness/diagnosis/facts/long-example.ts";
import type { Exchange } from "../../harness/kernel/exchange.ts";
import type { JudgedRecording } from "../../harness/kernel/inspection/inspection.ts";
import { pricedInspection } from "../../harness/money/priced-inspection.ts";
import { totalsLines } from "../../harness/report/tables/totals-lines.ts";
import { makeTextLayout } from "../../harness/report/tables/text-layout.ts";
import { worstUsd } from "../../harness/run/live/request-usd.ts";
import { worstCase } from "../../harness/run/live/worst-case.ts";
import { inspectRecording } from "../../harness/verdict/recording/inspect-recording.ts";
import { recordingOf } from "../diagnosis/inspect-example.ts";
import { exchangeOf } from "../diagnosis/judge-example.ts";

type Said = { readonly asked?: object; readonly usage?: object; readonly answer?: object };

function sent(path: string, host: string, body: object, document: object): Exchange {
  const response = Buffer.from(JSON.stringify(document));
  return {
    ...exchangeOf("1", JSON.stringify(body)),
    path,
    host,
    response: { status: 200, contentType: "application/json", body: response, usageIsReal: true },
  };
}

const MESSAGES = [{ role: "user", content: "a" }];

function claude({ asked, usage, answer }: Said): Exchange {
  const counters = {
    input_tokens: 1000,
    output_tokens: 100,
    cache_read_input_tokens: 0,
    cache_creation_input_tokens: 0,
  };
  const body = { model: "claude-opus-4-8", messages: MESSAGES, ...asked };
  const document = { type: "message", content: [], usage: { ...counters, ...usage }, ...answer };
  return sent("/v1/messages", "api.anthropic.com", body, document);
}

function chat(host: string, model: string) {
  return ({ asked, usage, answer }: Said): Exchange => {
    const counters = { prompt_tokens: 1000, completion_tokens: 100, prompt_tokens_details: { cached_tokens: 0 } };
    const document = { choices: [], usage: { ...counters, ...usage }, ...answer };
    return sent("/v1/chat/completions", host, { model, messages: MESSAGES, ...asked }, document);
  };
}

const openai = chat("api.openai.com", "gpt-5");
const groq = chat("api.groq.com", "llama-3.3-70b-versatile");

type GeminiSaid = Said & { readonly headers?: Exchange["headers"] };

function gemini({ usage, headers = [] }: GeminiSaid): Exchange {
  const counters = { promptTokenCount: 1000, cachedContentTokenCount: 0, candidatesTokenCount: 100 };
  const path = "/v1beta/models/gemini-2.5-pro:generateContent";
  const body = { contents: [{ role: "user", parts: [{ text: "a" }] }] };
  const document = { candidates: [], usageMetadata: { ...counters, ...usage } };
  return { ...sent(path, "generativelanguage.googleapis.com", body, document), headers };
}

function modality(list: string, name: string): object {
  return {
    [list]: [
      { modality: "TEXT", tokenCount: 60 },
      { modality: name, tokenCount: 40 },
    ],
  };
}

function vertexTier(tier: string): Exchange["headers"] {
  return [
    ["X-Vertex-AI-LLM-Request-Type", "shared"],
    ["X-Vertex-AI-LLM-Shared-Request-Type", tier],
  ];
}

/** One request alone is not compared, and so not inspected. */
function priced(exchange: Exchange): JudgedRecording {
  return pricedInspection(inspectRecording(recordingOf([exchange, { ...exchange, id: "2" }])));
}

function usdOf(exchange: Exchange): number | null {
  return priced(exchange).exchanges[0]?.usd ?? null;
}

test.for([
  ["Claude in a batch", claude, { usage: { service_tier: "batch" } }, 0.5],
  ["Claude in the US", claude, { usage: { inference_geo: "us" } }, 1.1],
  ["Claude in a batch in the US", claude, { usage: { service_tier: "batch", inference_geo: "us" } }, 0.55],
  ["OpenAI's flex processing", openai, { answer: { service_tier: "flex" } }, 0.5],
  [
    "a tier that was asked for, and not given",
    openai,
    { asked: { service_tier: "flex" }, answer: { service_tier: "default" } },
    1,
  ],
  ["a tier that was asked for, without an answer that names it", openai, { asked: { service_tier: "flex" } }, 0.5],
  ["Groq's flex processing", groq, { answer: { service_tier: "flex" } }, 1],
  [
    "a tier of Vertex that was asked for, and not given",
    gemini,
    { headers: vertexTier("flex"), usage: { trafficType: "ON_DEMAND" } },
    1,
  ],
  ["an image in Gemini's prompt", gemini, { usage: modality("promptTokensDetails", "IMAGE") }, 1],
  ["audio of no tokens", openai, { usage: { completion_tokens_details: { audio_tokens: 0 } } }, 1],
  ["a tier that the account chose", openai, { asked: { service_tier: "auto" } }, 1],
] as const)("the price of %s is that of its tier", ([, made, said, factor]) => {
  const usual = usdOf(made({}));
  expect(usual).toBeGreaterThan(0);
  expect(usdOf(made(said))).toBeCloseTo((usual ?? 0) * factor, 9);
});

test.for([
  ["Claude's fast mode", claude, { usage: { speed: "fast" } }, "claude-opus-4-8 (fast)"],
  ["Claude's reserved capacity", claude, { usage: { service_tier: "priority" } }, "claude-opus-4-8 (priority)"],
  ["fast mode in the US", claude, { usage: { speed: "fast", inference_geo: "us" } }, "claude-opus-4-8 (fast+us)"],
  ["OpenAI's priority processing", openai, { answer: { service_tier: "priority" } }, "gpt-5 (priority)"],
  ["Gemini's tier", gemini, { usage: { serviceTier: "priority" } }, "gemini-2.5-pro (priority)"],
  [
    "audio in OpenAI's prompt",
    openai,
    { usage: { prompt_tokens_details: { cached_tokens: 0, audio_tokens: 400 } } },
    "gpt-5 (audio)",
  ],
  ["audio in OpenAI's answer", openai, { usage: { completion_tokens_details: { audio_tokens: 4 } } }, "gpt-5 (audio)"],
  ["audio in Gemini's prompt", gemini, { usage: modality("promptTokensDetails", "AUDIO") }, "gemini-2.5-pro (audio)"],
  ["an image of Gemini's", gemini, { usage: modality("candidatesTokensDetails", "IMAGE") }, "gemini-2.5-pro (image)"],
  ["Vertex's tier", gemini, { headers: vertexTier("priority") }, "gemini-2.5-pro (priority)"],
  [
    "another tier of Vertex than was asked for",
    gemini,
    { headers: vertexTier("priority"), usage: { trafficType: "ON_DEMAND_FLEX" } },
    "gemini-2.5-pro (flex)",
  ],
  [
    "Vertex's reserved throughput",
    gemini,
    { headers: [["X-Vertex-AI-LLM-Request-Type", "dedicated"]] },
    "gemini-2.5-pro (dedicated)",
  ],
  [
    "reserved throughput",
    gemini,
    { usage: { trafficType: "PROVISIONED_THROUGHPUT" } },
    "gemini-2.5-pro (provisioned_throughput)",
  ],
] as const)("the price of %s is unknown, and the totals say so", ([, made, said, name]) => {
  expect(usdOf(made({}))).toBeGreaterThan(0);
  const { exchanges, totals } = priced(made(said));
  expect(exchanges.map(({ usd }) => usd)).toEqual([null, null]);
  expect(totals.paidUsd).toBeNull();
  const says = totalsLines(totals, makeTextLayout({ colour: false, columns: 200 })).join("\n");
  expect(says).toContain(`unknown price: ${name}`);
});

test("the words for the usual terms change no price", () => {
  const usual = usdOf(claude({}));
  const word = (...words: readonly (string | null)[]): fc.Arbitrary<string | null> => fc.constantFrom(...words);
  const usages = fc.record(
    {
      service_tier: word("standard", null, ""),
      speed: word("standard", null),
      inference_geo: word("global", "not_available", "", null),
    },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(usages, (usage) => {
      expect(usdOf(claude({ usage }))).toBe(usual);
    }),
    { numRuns: 50 },
  );
});

test("a break has the price of its request's tier", () => {
  const whole = longBody(TURN).replace(`"model":"m"`, `"model":"claude-sonnet-4-5"`);
  const broken = whole.replace("Each figure", "Every figure");
  const costOf = (tier: object): readonly (number | null)[] => {
    const answered = (document: ReturnType<typeof answeredWith>): ReturnType<typeof answeredWith> => {
      const { usage, ...rest } = JSON.parse(document.body.toString()) as { usage: object };
      return { ...document, body: Buffer.from(JSON.stringify({ ...rest, usage: { ...usage, ...tier } })) };
    };
    const response = answered(answeredWith({ fresh: 3, write: 4000, read: 0 }));
    const times = { firstByteMs: 100, response };
    const { exchanges, totals } = pricedInspection(
      inspectRecording(
        recordingOf([
          exchangeOf("1", whole, { ...times, startedAtMs: 0 }),
          exchangeOf("2", broken, { ...times, startedAtMs: 5_000, forkOf: "1" }),
        ]),
      ),
    );
    return [exchanges[1]?.breakCost?.usd ?? null, totals.avoidableUsd?.ours ?? null];
  };
  const usual = costOf({});
  expect(usual[0]).toBeGreaterThan(0);
  expect(costOf({ service_tier: "batch" })).toEqual(usual.map((usd) => expect.closeTo((usd ?? 0) / 2, 9)));
  expect(costOf({ speed: "fast" })).toEqual([null, null]);
});

test("a live run sends nothing at a tier of unknown price if its costs are limited", () => {
  const worst = (more: object): number | string => {
    const body = Buffer.from(JSON.stringify({ model: "gpt-5", max_tokens: 100, messages: MESSAGES, ...more }));
    return worstUsd(worstCase("openai", { method: "POST", path: "/v1/chat/completions", headers: [], body }), 1);
  };
  const usual = Number(worst({ service_tier: "auto" }));
  expect(usual).toBeGreaterThan(0);
  expect(worst({ service_tier: "flex" })).toBe(usual);
  expect(worst({ service_tier: "priority" })).toBe(
    "the price of gpt-5 (priority) is unknown, and --max-cost allows $1",
  );
});
