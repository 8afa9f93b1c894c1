import { expect, test } from "vitest";

import { modelledCaches } from "../../harness/cache-model/rules/rules-of.ts";
import { judgeRecorded } from "../../harness/cli/commands/judge/judge-recorded.ts";
import { answeredWith, longBody, TURN } from "../../harness/diagnosis/facts/long-example.ts";
import type { Exchange } from "../../harness/kernel/exchange.ts";
import { inspectRecording } from "../../harness/verdict/recording/inspect-recording.ts";
import { recordingOf } from "../diagnosis/inspect-example.ts";
import { exchangeOf } from "../diagnosis/judge-example.ts";

type Attempt = Pick<Exchange, "firstByteMs" | "outcome"> & { readonly status: number | null };

const answer = answeredWith({ fresh: 3, write: 2500, read: 0 });

/** A parent, sent at 0 s; the same again at 2 s, answered at 20 s; and a fork at 4 s that reports no usage. */
function findingsOfFork({ firstByteMs, outcome = null, status }: Attempt): readonly (readonly string[])[] {
  const response = status === null ? null : { ...answer, status };
  const recording = recordingOf([
    exchangeOf("1", longBody(), { startedAtMs: 0, firstByteMs, outcome, response }),
    exchangeOf("2", longBody(), { startedAtMs: 2_000, firstByteMs: 18_000, response: answer }),
    exchangeOf("3", longBody(TURN), { startedAtMs: 4_000, firstByteMs: 500, response: null }),
  ]);
  const options = { at: null, provider: "anthropic", showText: false, caches: modelledCaches };
  const { judgement: judged } = judgeRecorded(recording, { parent: "2", child: "3", ...options });
  const inspected = inspectRecording(recording, { provider: "anthropic" }).exchanges[2];
  return [judged, inspected].map((each) => each?.findings.map(({ code }) => code) ?? []);
}

test("a fork is not early for a retry of its parent if the first attempt was answered before it", () => {
  expect(findingsOfFork({ firstByteMs: 1_000, status: 200 })).toEqual([[], []]);
  expect(findingsOfFork({ firstByteMs: 1_000, outcome: "cut", status: 200 })).toEqual([[], []]);
});

test.for([
  ["was refused", { firstByteMs: 1_000, status: 529 }],
  ["was broken off before its answer began", { firstByteMs: null, outcome: "aborted", status: null }],
  ["was answered after the fork", { firstByteMs: 5_000, status: 200 }],
] as const)("a fork is early for a retry of its parent if the first attempt %s", ([, attempt]) => {
  expect(findingsOfFork(attempt)).toEqual([["CB702"], ["CB702"]]);
});

test("a fork is not early for its parent if another fork wrote the prefix before it", () => {
  const forkAt = (id: string, startedAtMs: number, firstByteMs: number, status: number): Exchange =>
    exchangeOf(id, longBody(TURN), { startedAtMs, firstByteMs, forkOf: "1", response: { ...answer, status } });
  const codesOf = (status: number): readonly string[] => {
    const parent = exchangeOf("1", longBody(), { startedAtMs: 0, firstByteMs: 9_000, response: answer });
    const last = { ...forkAt("3", 4_000, 500, 200), response: null };
    const recording = recordingOf([parent, forkAt("2", 100, 1_000, status), last]);
    const { exchanges } = inspectRecording(recording, { provider: "anthropic" });
    return exchanges[2]?.findings.map(({ code }) => code) ?? [];
  };
  expect(codesOf(200)).toEqual([]);
  expect(codesOf(529)).toEqual(["CB702"]);
});
