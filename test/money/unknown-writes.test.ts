import { expect, test } from "vitest";
import { withIncidents } from "../../harness/incidents/with-incidents.ts";
import type { Exchange } from "../../harness/kernel/exchange.ts";
import { pricedInspection } from "../../harness/money/priced-inspection.ts";
import { answeredWith, longBody, TURN } from "../../harness/diagnosis/facts/long-example.ts";
import { inspectRecording } from "../../harness/verdict/recording/inspect-recording.ts";
import { recordingOf } from "../diagnosis/inspect-example.ts";
import { exchangeOf } from "../diagnosis/judge-example.ts";

const whole = longBody(TURN).replace(`"model":"m"`, `"model":"claude-sonnet-4-5"`);
const broken = whole.replace("Each figure", "Every figure");

function asked(id: string, body: string, counters: Parameters<typeof answeredWith>[0]): Exchange {
  const startedAtMs = id === "1" ? 0 : 5_000;
  const forkOf = id === "1" ? null : "1";
  return exchangeOf(id, body, { response: answeredWith(counters), startedAtMs, firstByteMs: 100, forkOf });
}

test("a miss of Claude whose write is not reported is not priced as its fresh rest, and no ratio counts it", () => {
  const recording = recordingOf([
    asked("1", whole, { fresh: 3, write: 4000, read: 0 }),
    asked("2", broken, { fresh: 3, read: 0 }),
  ]);
  const inspection = withIncidents(pricedInspection(inspectRecording(recording)), recording);
  const [first, second] = inspection.exchanges;
  expect(first?.usd).toBeGreaterThan(0.015);
  expect(second).toMatchObject({
    usd: null,
    countedOver: "without-writes",
    usage: { read: 0, write: null, fresh: 3 },
    ratio: { observed: null },
  });
  expect(inspection.totals).toMatchObject({ paidUsd: first?.usd, money: { priced: 1, unpricedModels: [] } });
  // The first request alone: 0 of 4,003 tokens.
  expect(inspection.timeline.stretches).toMatchObject([
    { requests: 2, ratio: 0, usdPerThousand: (first?.usd ?? 0) * 1000 },
  ]);
  const cost = second?.breakCost;
  expect((cost?.prompt.write ?? 0) + (cost?.prompt.fresh ?? 0)).toBeGreaterThan(1_500);
});
