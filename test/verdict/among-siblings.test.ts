import { expect, test } from "vitest";
import { modelledCaches } from "../../harness/cache-model/rules/rules-of.ts";
import { judgeRecorded } from "../../harness/cli/commands/judge/judge-recorded.ts";
import { answeredWith, longBody, TURN } from "../../harness/diagnosis/facts/long-example.ts";
import type { InspectedExchange } from "../../harness/kernel/inspection/inspection.ts";
import { inspectRecording } from "../../harness/verdict/recording/inspect-recording.ts";
import { recordingOf } from "../diagnosis/inspect-example.ts";
import { exchangeOf } from "../diagnosis/judge-example.ts";

const MINUTE = 60_000;
type Counters = Parameters<typeof answeredWith>[0];

/** A parent, and forks of it that were sent so many minutes later. Who judges one of the pairs is shown the same. */
function inspected(
  ...forks: readonly (readonly [minutes: number, answer?: Counters, status?: number])[]
): readonly InspectedExchange[] {
  const parent = exchangeOf("1", longBody(), {
    startedAtMs: 0,
    response: answeredWith({ fresh: 3, write: 2500, read: 0 }),
  });
  const sent = forks.map(([minutes, answer, status = 200], at) => {
    const body = longBody(TURN);
    const response = answer === undefined ? null : { ...answeredWith(answer), status };
    return exchangeOf(String(at + 2), body, { forkOf: "1", startedAtMs: minutes * MINUTE, response });
  });
  const recording = recordingOf([parent, ...sent]);
  const exchanges = inspectRecording(recording, { provider: "anthropic" }).exchanges.slice(1);
  for (const { id, findings, ratio } of exchanges) {
    const request = {
      parent: "1",
      child: id,
      at: null,
      provider: "anthropic",
      showText: false,
      caches: modelledCaches,
    };
    expect(judgeRecorded(recording, request).judgement).toMatchObject({ findings, ratio });
  }
  return exchanges;
}

const codes = (exchanges: readonly InspectedExchange[]): readonly (readonly string[])[] =>
  exchanges.map(({ findings }) => findings.flatMap(({ code }) => (/^CB(?:701|901)$/.test(code) ? [code] : [])));

test("an entry stays alive for a fork if a sibling read it meanwhile", () => {
  expect(codes(inspected([8]))).toEqual([["CB701"]]);
  expect(codes(inspected([4], [8]))).toEqual([[], []]);
  expect(codes(inspected([4], [8], [12]))).toEqual([[], [], []]);
  expect(codes(inspected([2], [8]))).toEqual([[], ["CB701"]]);
});

test("an expired entry is available again after the sibling that wrote it", () => {
  const [first, second] = inspected([10], [11, { fresh: 3, write: 2500, read: 0 }]);
  expect(codes([first, second].flatMap((each) => each ?? []))).toEqual([["CB701"], ["CB901"]]);
  expect(second?.ratio?.verdict).toBe("low");
});

test("a refused sibling neither reads nor writes", () => {
  expect(codes(inspected([4, { fresh: 3 }, 429], [8]))).toEqual([[], ["CB701"]]);
});

test("a read after the lifetime does not contradict the rules if a sibling kept the entry alive", () => {
  const read = { fresh: 3, write: 0, read: 2500 };
  const disagrees = (exchanges: readonly InspectedExchange[]): readonly boolean[] =>
    exchanges.map(({ findings }) => findings.some(({ code }) => code === "CB903"));
  expect(disagrees(inspected([8, read]))).toEqual([true]);
  expect(disagrees(inspected([4, read], [8, read]))).toEqual([false, false]);
});

test("a sibling of another account does not keep an entry alive", () => {
  const sent = (id: string, minutes: number, project: string): ReturnType<typeof exchangeOf> =>
    exchangeOf(id, longBody(id === "1" ? "" : TURN), {
      startedAtMs: minutes * MINUTE,
      headers: [["openai-project", project]],
      ...(id === "1" ? {} : { forkOf: "1" }),
    });
  const lastOf = (project: string): readonly (readonly string[])[] =>
    codes(
      inspectRecording(recordingOf([sent("1", 0, "a"), sent("2", 4, project), sent("3", 8, "a")]), {
        provider: "anthropic",
      }).exchanges.slice(2),
    );
  expect([lastOf("a"), lastOf("b")]).toEqual([[[]], [["CB701"]]]);
});

test("a fork is expected to read more than its parent left if a sibling left it", () => {
  const [only] = inspected([1, { fresh: 3, write: 0, read: 2520 }]);
  expect(only?.ratio).toMatchObject({ observed: 2520 / 2523, expected: 2520 / 2523, efficiency: 1, verdict: "ok" });
});
