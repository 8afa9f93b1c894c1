import { expect, test } from "vitest";
import type { RoundResult } from "../../../harness/kernel/live-report.ts";
import { compareAxis } from "../../../harness/kernel/evals/compare-axis.ts";
import type { JobResult } from "../../../harness/kernel/run-result.ts";
import { draws } from "../../run/live/seeded.ts";

function round(passed: boolean, usd: number | null = 0.5): RoundResult {
  const usage = { read: 10, write: 0, fresh: 5, output: 2 };
  const failed = passed ? [] : ["output"];
  return {
    output: passed ? "good" : "bad",
    passed,
    failed,
    score: null,
    usage,
    turns: 1,
    calls: [],
    usd,
    durationMs: 7,
  };
}

function job(prompt: string, row: string, outcomes: readonly boolean[]): JobResult {
  return {
    id: `evals [prompt=${prompt}, row=${row}]`,
    scenario: "evals",
    file: "evals.yaml",
    place: null,
    kind: "fork",
    tags: [],
    variant: { prompt, row },
    outcome: { status: "passed" },
    checks: [],
    judgements: [],
    forks: [],
    warnings: [],
    rounds: outcomes.map((passed) => round(passed)),
  };
}

const yes = true;
const no = false;

test("a comparison pairs rounds by row and number, and counts the flips each way", () => {
  const jobs = [
    job("v1", "a", [yes, no, no, yes]),
    job("v2", "a", [yes, yes, no, no]),
    job("v1", "b", [no, no]),
    job("v2", "b", [yes, yes, yes]),
  ];
  const compared = compareAxis(jobs, "prompt");
  expect(compared).toMatchObject({
    axis: "prompt",
    values: ["v1", "v2"],
    rows: [
      { row: "row=a", rates: { v1: 0.5, v2: 0.5 } },
      { row: "row=b", rates: { v1: 0, v2: 1 } },
    ],
    rates: { v1: 2 / 6, v2: 5 / 7 },
    wins: 1,
    losses: 3,
    ties: 2,
    unpaired: 1,
    p: 0.625,
    checks: [{ check: "output", wins: 1, losses: 3, ties: 2, p: 0.625 }],
    means: { v1: { samples: 6, usd: 0.5, tokens: 17, turns: 1, durationMs: 7 }, v2: { samples: 7 } },
  });
});

test("an unknown cost leaves the mean unknown, and a job that did not run gives no sample", () => {
  const { rounds: _rounds, ...unplayed } = job("v2", "a", []);
  const broken: JobResult = { ...unplayed, outcome: { status: "skipped", reason: "later" } };
  const unpriced = { ...job("v1", "a", []), rounds: [round(true, null), round(true)] };
  expect(compareAxis([unpriced, broken], "prompt")).toMatchObject({
    rates: { v1: 1, v2: null },
    means: { v1: { usd: null, tokens: 17 }, v2: { samples: 0, usd: null } },
    p: null,
    unpaired: 2,
  });
});

/** Ten rows of twenty rounds for two prompts. */
function evals(seed: string, rates: readonly [number, number]): readonly JobResult[] {
  return ["v1", "v2"].flatMap((prompt, at) =>
    Array.from({ length: 10 }, (_, row) =>
      job(
        prompt,
        `r${row}`,
        Array.from({ length: 20 }, (__, number) => draws(seed, `${prompt} ${row}`, number, rates[at] ?? 0)),
      ),
    ),
  );
}

test("a prompt against itself is called better in at most one of twenty runs, and a better prompt in all of them", () => {
  const seeds = Array.from({ length: 20 }, (_, at) => `seed ${at}`);
  const better = (rates: readonly [number, number]): number =>
    seeds.filter((seed) => (compareAxis(evals(seed, rates), "prompt").p ?? 1) < 0.05).length;
  expect(better([0.7, 0.7])).toBeLessThanOrEqual(1);
  expect(better([0.7, 0.9])).toBe(20);
});
