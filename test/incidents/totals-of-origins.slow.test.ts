import { expect, test } from "vitest";
import { findIncidents } from "../../harness/incidents/find-incidents.ts";
import type { BreakOrigin } from "../../harness/kernel/breaks/break-origin.ts";
import { pricedInspection } from "../../harness/money/priced-inspection.ts";
import { inspectRecording } from "../../harness/verdict/recording/inspect-recording.ts";
import { type Client, conversation, type Fault, markedClients } from "../break-cost/conversation.ts";
import { betaFlap, clock, modelOnce, noMessageBreakpoint, pause, volatileReminder } from "../break-cost/faults.ts";
import { served } from "../break-cost/world.ts";

const client = markedClients.find(({ name }) => name === "anthropic claude-sonnet-4-5") as Client;
const idle = pause(6, 8);
const switched = modelOnce(6, "claude-sonnet-4-6");

const mixed: readonly (readonly [faults: readonly Fault[], evictedAt: string | null])[] = [
  [[clock, idle], null],
  [[noMessageBreakpoint(4), idle], null],
  [[betaFlap, switched], null],
  [[volatileReminder, idle, switched], null],
  [[volatileReminder], "8"],
];

test.each(
  mixed.map(([faults, evictedAt]) => ({
    name: [...faults.map((each) => each.name), evictedAt].join(", "),
    faults,
    evictedAt,
  })),
)("the incidents of each origin cost what the totals say of it: $name", ({ faults, evictedAt }) => {
  const { recording } = served(client, conversation(client, 11, { turns: 10, faults }), evictedAt);
  const inspection = pricedInspection(inspectRecording(recording));
  const incidents = findIncidents(inspection);
  expect(incidents.length).toBeGreaterThan(1);
  const costOf = (origin: BreakOrigin): number =>
    incidents.filter((each) => each.origin === origin).reduce((sum, { cost }) => sum + (cost.usd ?? NaN), 0);
  for (const origin of ["ours", "provider", "expected"] as const)
    expect(costOf(origin), origin).toBeCloseTo(inspection.totals.avoidableUsd?.[origin] ?? NaN, 6);
  const pauses = incidents.filter(({ codes, origin }) => codes.includes("CB701") && origin === "expected");
  expect(pauses.reduce((sum, { cost }) => sum + (cost.usd ?? NaN), 0)).toBeCloseTo(inspection.totals.idleUsd ?? NaN, 6);
});
