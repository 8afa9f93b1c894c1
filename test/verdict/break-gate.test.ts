import { expect, test } from "vitest";

import { breakOrigin } from "../../harness/kernel/breaks/break-origin.ts";
import type { InspectedExchange } from "../../harness/kernel/inspection/inspection.ts";
import { gateLine } from "../../harness/report/lines/gate-line.ts";
import { breakGate } from "../../harness/verdict/break-gate.ts";
import { inspectRecording } from "../../harness/verdict/recording/inspect-recording.ts";
import { recordingOf } from "../lineage/sent.ts";

test("a pause, another model and a compaction are expected on the main line, and our own breaks on a branch", () => {
  const codes = ["CB101", "CB416", "CB701"] as const;
  expect(codes.map((code) => breakOrigin(code, "turn"))).toEqual(["expected", "expected", "expected"]);
  expect(codes.map((code) => breakOrigin(code, "compaction"))).toEqual(["expected", "expected", "expected"]);
  expect(codes.map((code) => breakOrigin(code, "branch"))).toEqual(["ours", "ours", "ours"]);
});

test("an unexplained shorter read is always the provider's, and every other code is ours", () => {
  expect(breakOrigin("CB705", "branch")).toBe("provider");
  expect(breakOrigin("CB901", "turn")).toBe("provider");
  expect(breakOrigin("CB202", "turn")).toBe("ours");
  expect(breakOrigin("CB418", "root")).toBe("ours");
  // An agent with its own prompt shares nothing on purpose; a request that the provider refuses is a mistake of any agent.
  expect(breakOrigin("CB202", "fresh")).toBe("expected");
  expect(breakOrigin("CB418", "fresh")).toBe("ours");
});

const { exchanges } = inspectRecording(recordingOf([{ said: "a" }, { said: "abc" }, { said: "abcde" }]));

function suspecting(...ids: readonly string[]): readonly InspectedExchange[] {
  return exchanges.map((each) => (ids.includes(each.id) ? { ...each, suspected: ["CB407"] } : each));
}

test("a possible break fails the gate until its parent is settled", () => {
  expect(breakGate(exchanges)).toMatchObject({ passed: true, compared: 2 });
  const gate = breakGate(suspecting("2", "3"));
  expect(gate).toMatchObject({ passed: false, suspected: ["2", "3"] });
  expect(gateLine(gate)).toBe("failed  2 possible breaks (at 2, 3)\n");
});
