import { expect, test } from "vitest";
import type { Exchange } from "../../harness/kernel/exchange.ts";
import type { JudgedRecording } from "../../harness/kernel/inspection/inspection.ts";
import { pricedInspection } from "../../harness/money/priced-inspection.ts";
import { makeTextLayout } from "../../harness/report/tables/text-layout.ts";
import { totalsLines } from "../../harness/report/tables/totals-lines.ts";
import { inspectRecording } from "../../harness/verdict/recording/inspect-recording.ts";
import { recordingOf } from "../diagnosis/inspect-example.ts";
import { exchangeOf } from "../diagnosis/judge-example.ts";

const vertex = (place: string, model: string): string =>
  `/v1/projects/p/locations/${place}/publishers/anthropic/models/${model}:rawPredict`;

/** 1,000 fresh tokens and 100 of output at Sonnet's 3 and 15 dollars a million. */
const LISTED = 0.0045;

test.for([
  ["Vertex's global endpoint", "aiplatform.googleapis.com", vertex("global", "claude-sonnet-4-5@20250929"), 1],
  ["a region of Vertex", "us-east5-aiplatform.googleapis.com", vertex("us-east5", "claude-sonnet-4-5@20250929"), 1.1],
  ["a multi-region of Vertex", "aiplatform.eu.rep.googleapis.com", vertex("eu", "claude-sonnet-4-6"), 1.1],
  ["a region, before regional prices", "us-east5-aiplatform.googleapis.com", vertex("us-east5", "claude-sonnet-4"), 1],
  ["a dated model of then", "us-east5-aiplatform.googleapis.com", vertex("us-east5", "claude-sonnet-4@20250514"), 1],
] as const)("the price of Claude at %s has its regional tenth, or not", ([, host, path, factor]) => {
  const body = JSON.stringify({
    anthropic_version: "vertex-2023-10-16",
    max_tokens: 100,
    messages: [{ role: "user", content: "a" }],
  });
  const usage = { input_tokens: 1000, output_tokens: 100, cache_read_input_tokens: 0, cache_creation_input_tokens: 0 };
  const [exchange] = pricedTwice(answered({ ...exchangeOf("1", body), host, path }, { usage })).exchanges;
  expect(exchange?.provider).toBe("anthropic");
  expect(exchange?.usd).toBeCloseTo(LISTED * factor, 9);
});

test.for([
  ["global", Date.UTC(2026, 10, 20), 0.00225],
  ["us-central1", Date.UTC(2026, 5, 20), 0.00225],
  ["us-central1", Date.UTC(2026, 10, 20), null],
] as const)("the price of Gemini at %s is known as far as a source has it", ([place, startedAtMs, usd]) => {
  const path = `/v1/projects/p/locations/${place}/publishers/google/models/gemini-2.5-pro:generateContent`;
  const body = JSON.stringify({ contents: [{ role: "user", parts: [{ text: "a" }] }] });
  const usageMetadata = { promptTokenCount: 1000, cachedContentTokenCount: 0, candidatesTokenCount: 100 };
  const sent = { ...exchangeOf("1", body), host: "aiplatform.googleapis.com", path, startedAtMs };
  const { exchanges, totals } = pricedTwice(answered(sent, { candidates: [], usageMetadata }));
  expect(exchanges[0]).toMatchObject({ provider: "gemini", location: place, usd });
  const says = totalsLines(totals, makeTextLayout({ colour: false, columns: 200 })).join("\n");
  expect(says.includes("unknown price: gemini-2.5-pro at us-central1")).toBe(usd === null);
});

/** One request alone is not compared, and so not inspected. */
function pricedTwice(exchange: Exchange): JudgedRecording {
  return pricedInspection(inspectRecording(recordingOf([exchange, { ...exchange, id: "2" }])));
}

function answered(exchange: Exchange, members: object): Exchange {
  const body = Buffer.from(JSON.stringify({ type: "message", role: "assistant", content: [], ...members }));
  return { ...exchange, response: { status: 200, contentType: "application/json", body, usageIsReal: true } };
}
