import { expect, test } from "vitest";
import { withIncidents } from "../../harness/incidents/with-incidents.ts";
import type { Incident } from "../../harness/kernel/inspection/incident.ts";
import { incidentLines } from "../../harness/report/lines/incident-lines.ts";
import { incidentTable } from "../../harness/report/tables/incident-table.ts";
import { makeTextLayout } from "../../harness/report/tables/text-layout.ts";
import { pricedInspection } from "../../harness/money/priced-inspection.ts";
import { inspectRecording } from "../../harness/verdict/recording/inspect-recording.ts";
import { type Client, conversation, markedClients } from "../break-cost/conversation.ts";
import { served } from "../break-cost/world.ts";

const sheet = makeTextLayout({ colour: false, columns: 200 });

const incident: Incident = {
  rank: 1,
  codes: ["CB302"],
  what: "a clock in the system prompt",
  segment: "system",
  place: "/system/0",
  at: null,
  character: null,
  origin: "ours",
  cost: { usd: 1, tokens: 1000, certainty: "reported" },
  share: 1,
  requests: 2,
  maskedIn: 0,
  conversations: 1,
  lastGood: "1",
  firstBad: "2",
  firstBadParent: "1",
  from: null,
  to: null,
  observed: null,
  was: null,
  now: null,
  fix: "put the time into the last message",
  savesUsd: 1,
};

test("the table of incidents names the day at which one began: a log may span several", () => {
  const [, row] = incidentTable([{ ...incident, from: "2026-11-24T08:01:00.000Z" }], sheet);
  expect(row).toContain("from 11-24 08:01:00");
});

test.each([
  [0.0049, "<1 %"],
  [0.005, "1 %"],
  [0, "0 %"],
] as const)("a share of %d is shown as %s: a small part is not zero", (share, shown) => {
  const [, row] = incidentTable([{ ...incident, share }], sheet);
  expect(row).toMatch(new RegExp(`\\$1\\.00 +${shown}  a clock`));
});

test("a shorter read without recorded times is not said to be without an explanation", () => {
  const client = markedClients.find(({ name }) => name === "anthropic claude-sonnet-4-5") as Client;
  const { recording } = served(client, conversation(client, 11, { turns: 4, faults: [] }), "3");
  const untimed = { ...recording, load: (id: string) => ({ ...recording.load(id), startedAtMs: null }) };
  const whats = [recording, untimed].map((each) =>
    withIncidents(pricedInspection(inspectRecording(each)), each, {}).incidents.map(({ what }) => what),
  );
  const what = "the request read nothing, and nothing explains it";
  expect(whats).toEqual([[what], [`${what} (no times recorded: it may be a pause)`]]);
});

test("two long ids that differ in their middle are not cut to the same text", () => {
  const id = (middle: string): string => `${"a".repeat(40)}${middle}${"z".repeat(40)}`;
  const lineOf = (lastGood: string, firstBad: string): string =>
    incidentLines({ ...incident, lastGood, firstBad }, undefined, () => "judge", sheet)
      .join(" ")
      .replaceAll(/\s+/g, " ");
  expect(lineOf(id("1"), id("2"))).toContain(`request ${id("1")} … first bad request ${id("2")}`);
  expect(lineOf(id("1"), "2")).toMatch(/request a+…z+ … first bad request 2/);
});

test.each([
  ["/system/0", "/system/0/text", "/system/0, character 24,224"],
  ["/messages/*/content/0", "/messages/4/content/0/text", "/messages/*/content/0, character 24,224"],
  ["/tools/3", "/tools/3/description", "/tools/3, character 24,224 of description"],
  ["/instructions", "/instructions", "/instructions, character 24,224"],
  ["/tools/3", "/system/0/text", "/tools/3"],
])("a text that differs below %s, at %s, is shown with its character", (place, at, shown) => {
  const lines = incidentLines({ ...incident, place, at, character: 24_224 }, undefined, () => "judge", sheet);
  expect(lines.find((line) => line.trim().startsWith("at "))?.trim()).toBe(`at         ${shown}`);
});
