import { expect, test } from "vitest";
import type { Exchange } from "../../harness/kernel/exchange.ts";
import { pricedInspection } from "../../harness/money/priced-inspection.ts";
import { inspectRecording } from "../../harness/verdict/recording/inspect-recording.ts";
import { totalsLines } from "../../harness/report/tables/totals-lines.ts";
import { makeTextLayout } from "../../harness/report/tables/text-layout.ts";
import { recordingOf } from "../diagnosis/inspect-example.ts";
import { exchangeOf } from "../diagnosis/judge-example.ts";

const MODEL = "openai/gpt-4o-mini";

function asked(id: string, said: string, cost: number | null): Exchange {
  const body = JSON.stringify({ model: MODEL, messages: [{ role: "user", content: said }] });
  const usage = {
    prompt_tokens: 1000,
    prompt_tokens_details: { cached_tokens: 0 },
    completion_tokens: 100,
    ...(cost !== null && { cost }),
  };
  const response = { choices: [{ message: { role: "assistant", content: "Done." } }], usage };
  const bytes = Buffer.from(JSON.stringify(response));
  return {
    ...exchangeOf(id, body),
    path: "/api/v1/chat/completions",
    host: "openrouter.ai",
    response: { status: 200, contentType: "application/json", body: bytes, usageIsReal: true },
  };
}

// 1,000 tokens at $0.15 a million, and 100 at $0.60.
const LISTED = 0.00021;

test("a bill's amount is kept, and the totals warn if our prices differ from bills by more than 2 %", () => {
  const recording = recordingOf([asked("1", "a", LISTED * 1.01), asked("2", "b", LISTED * 2.5), asked("3", "c", null)]);
  const { exchanges, totals } = pricedInspection(inspectRecording(recording));
  expect(exchanges.map(({ usd }) => usd)).toEqual([LISTED * 1.01, LISTED * 2.5, LISTED]);
  expect(exchanges.map(({ bill }) => bill?.pricedUsd ?? null)).toEqual([LISTED, LISTED, null]);
  expect(totals.paidUsd).toBeCloseTo(LISTED * 4.51, 9);
  expect(totals.money?.bills).toMatchObject({ count: 2, compared: 2, differing: 1 });
  const says = totalsLines(totals, makeTextLayout({ colour: false, columns: 200 })).join("\n");
  expect(says).toContain("2 requests billed by the provider");
  expect(says).toContain("warning: 1 of 2 bills differ from our prices by more than 2 %");
});
