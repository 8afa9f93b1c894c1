import { expect, test } from "vitest";
import type { Evidence } from "../../../harness/scenario/expectations/evidence.ts";
import { checkExpectations, overRounds } from "../../../harness/scenario/expectations/expectations.ts";
import { duration } from "../../../harness/scenario/expectations/evals/duration.ts";
import { parseNumberBound } from "../../../harness/scenario/decode/number-bound.ts";

const at = parseNumberBound;
const nothing: Evidence = { judgements: [], firstTurns: [], warnings: [], expectBreak: null };
const expected = { passRate: at(">= 0.8"), passAtK: { 2: at(">= 0.9") }, passHatK: { 2: at(">= 0.9") } };

function seen(rounds: readonly boolean[] | undefined): readonly string[] {
  return checkExpectations(expected, { ...nothing, ...(rounds && { rounds }) }, overRounds).map(
    ({ check, status, observed }) => `${check} ${status}: ${observed}`,
  );
}

test("a scripted run does not examine a rate over rounds", () => {
  expect(seen(undefined).map((line) => line.replace(/:.*/, ""))).toEqual([
    "passRate not examined",
    "passAtK.2 not examined",
    "passHatK.2 not examined",
  ]);
});

test("a live run holds the rate, pass@k and pass^k of its rounds to their bounds", () => {
  expect(seen([true, true, true, true, false])).toEqual([
    "passRate passed: 4 of 5 (0.8, 95 % interval 0.376 to 0.964)",
    "passAtK.2 passed: 1",
    "passHatK.2 failed: 0.6",
  ]);
});

test("one round has no rate, and fewer rounds than k have no pass@k", () => {
  expect(seen([true])).toEqual([
    "passRate failed: 1 of 1 (1, 95 % interval 0.207 to 1)",
    "passAtK.2 failed: only 1 round",
    "passHatK.2 failed: only 1 round",
  ]);
});

test("a duration is examined only where a provider takes time, and an unknown one fails", () => {
  const forks = ["fork", "fork[2]"].map((lane) => ({
    lane,
    stop: null,
    output: null,
    turns: [],
    firstTurnRatio: null,
    expectedRatio: null,
    efficiency: null,
    decisions: null,
    error: null,
  }));
  const check = (durationsMs?: ReadonlyMap<string, number>) =>
    duration
      .check({ comparison: "<=", ms: 20_000 }, { ...nothing, forks, ...(durationsMs && { durationsMs }) })
      .map(({ status, observed }) => `${status}: ${observed}`);
  expect(check()).toEqual(["not examined: a scripted run takes no time of a provider"]);
  expect(
    check(
      new Map([
        ["fork", 20_000],
        ["fork[2]", 7],
      ]),
    ),
  ).toEqual(["passed: fork: 20000 ms, fork[2]: 7 ms"]);
  expect(check(new Map([["fork", 20_001]]))).toEqual(["failed: fork: 20001 ms, fork[2]: not known"]);
});
