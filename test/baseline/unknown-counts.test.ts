import { expect, test } from "vitest";
import { compareBaselines } from "../../harness/baseline/compare-baselines.ts";
import type { JobFigures } from "../../harness/baseline/job-figures.ts";
import { deltaText } from "../../harness/report/lines/delta-lines.ts";

const dates = { rules: "2026-11", prices: "2026-11-20" };

test("a figure with more unknown values gates, also if it was unknown before", () => {
  const was: JobFigures = {
    id: "a",
    file: "scenarios/a.yaml",
    tags: [],
    status: "passed",
    verdict: null,
    reusable: null,
    ratio: null,
    lost: 0,
    fresh: null,
    write: null,
    output: 1,
    usd: null,
    breakUsd: 0,
    causes: [],
    unknown: { ratio: 1, fresh: 1, write: 3 },
  };
  const now: JobFigures = { ...was, breakUsd: null, unknown: { ratio: 2, fresh: 2, write: 1, usd: 2, breakUsd: 1 } };
  const deltas = (from: JobFigures, to: JobFigures): readonly string[] =>
    compareBaselines({ dates, jobs: [from] }, { dates, jobs: [to] }, null).deltas.map(
      (delta) => `${delta.gates ? "!" : "·"} ${deltaText(delta)}`,
    );
  expect(deltas(was, now)).toEqual([
    "! unknown ratio: 1 -> 2 values",
    "! breakUsd 0 -> unknown",
    "! unknown breakUsd: 0 -> 1 values",
    "· unknown fresh: 1 -> 2 values",
    "· unknown write: 3 -> 1 values",
  ]);
  expect(deltas(now, was).filter((line) => line.startsWith("!"))).toEqual([]);
});
