import { expect, test } from "vitest";
import { withIncidents } from "../../harness/incidents/with-incidents.ts";
import { answeredWith, longBody, TURN } from "../../harness/diagnosis/facts/long-example.ts";
import type { Exchange } from "../../harness/kernel/exchange.ts";
import type { Inspection } from "../../harness/kernel/inspection/inspection.ts";
import { pricedInspection } from "../../harness/money/priced-inspection.ts";
import { incidentTable } from "../../harness/report/tables/incident-table.ts";
import { makeTextLayout } from "../../harness/report/tables/text-layout.ts";
import { moneyLines, totalsLines } from "../../harness/report/tables/totals-lines.ts";
import { inspectRecording } from "../../harness/verdict/recording/inspect-recording.ts";
import { recordingOf } from "../diagnosis/inspect-example.ts";
import { exchangeOf } from "../diagnosis/judge-example.ts";

const sheet = makeTextLayout({ colour: false, columns: 200 });

/** A request and a fork of it that rewords its first message. */
function brokenPair(model: string, first: number): readonly Exchange[] {
  const whole = longBody(TURN).replace(`"model":"m"`, `"model":"${model}"`);
  const broken = whole.replace("Each figure", "Every figure");
  const response = answeredWith({ fresh: 3, write: 4000, read: 0 });
  return [whole, broken].map((body, at) =>
    exchangeOf(String(first + at), body, {
      response,
      startedAtMs: (first + at) * 1_000,
      firstByteMs: 100,
      forkOf: at === 0 ? null : String(first),
    }),
  );
}

function inspected(...models: readonly string[]): Inspection {
  const recording = recordingOf(models.flatMap((model, at) => brokenPair(model, 1 + 2 * at)));
  return withIncidents(pricedInspection(inspectRecording(recording)), recording);
}

function texts({ incidents, totals }: Inspection): string {
  return [...incidentTable(incidents, sheet), ...totalsLines(totals, sheet), ...moneyLines(totals, sheet)].join("\n");
}

test("the cost of an incident, and that of all, is a least sum if some of their requests have no price", () => {
  const known = inspected("claude-sonnet-4-5");
  const mixed = inspected("claude-sonnet-4-5", "claude-unheard-of-9");
  const usd = known.incidents[0]?.cost.usd ?? 0;
  expect(usd).toBeGreaterThan(0);
  expect(known.incidents[0]?.cost).not.toHaveProperty("unpricedIn");
  expect(known.totals.money).toMatchObject({ pricedBreaks: 1, unpricedBreaks: 0 });
  expect(texts(known)).not.toMatch(/≥|at least/);
  expect(mixed.incidents).toMatchObject([{ requests: 2, cost: { usd, tokens: 8000, unpricedIn: 1 } }]);
  expect(mixed.totals.money).toMatchObject({ pricedBreaks: 1, unpricedBreaks: 1 });
  expect(texts(mixed)).toContain(`≥ $${usd.toFixed(4)}`);
  expect(texts(mixed).match(/avoidable at least/g)).toHaveLength(2);
});

test("the cost of incidents without any price is unknown, not a least sum", () => {
  const unknown = inspected("claude-unheard-of-9");
  expect(unknown.incidents[0]?.cost).toEqual({ usd: null, tokens: 4000, certainty: "reported" });
  expect(texts(unknown)).not.toMatch(/≥|at least/);
});
