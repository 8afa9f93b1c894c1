import { expect, test } from "vitest";

import type { Judgement } from "../../../harness/kernel/judgement.ts";
import type { ForkRun } from "../../../harness/kernel/run-result.ts";
import { parseNumberBound } from "../../../harness/scenario/decode/number-bound.ts";
import { cost, type CostBounds } from "../../../harness/scenario/expectations/cost.ts";
import { divergedJudgement, identicalJudgement } from "../../report/sample-judgement.ts";
import { forkedRun } from "../../report/sample-run.ts";

const [forked] = forkedRun.jobs.flatMap(({ forks }) => forks) as [ForkRun];
const forkOf = (usd: number | null, breakUsd: number | null): ForkRun => ({
  ...forked,
  cost: { model: "m", usd, breakUsd, equivalentTokens: 1 },
});

function check(
  bounds: { readonly usd?: string; readonly breakUsd?: string },
  forks: readonly ForkRun[],
  judgements: readonly Judgement[] = [],
) {
  const parsed: CostBounds = {
    usd: bounds.usd === undefined ? null : parseNumberBound(bounds.usd),
    breakUsd: bounds.breakUsd === undefined ? null : parseNumberBound(bounds.breakUsd),
  };
  const checks = cost.check(parsed, {
    judgements,
    firstTurns: [],
    warnings: [],
    expectBreak: null,
    priced: { forks, judgements },
  });
  return checks.map(({ check, status, observed, examined }) => `${check} ${status}: ${observed} (${examined.count})`);
}

test("the cost of each fork is held to its bound", () => {
  expect(check({ usd: "<= 0.002" }, [forkOf(0.0017, 0)])).toEqual(["cost.usd passed: 0.0017 (1)"]);
  expect(check({ usd: "<= 0.002", breakUsd: "= 0" }, [forkOf(0.0017, 0), forkOf(0.0031, 0.0014)])).toEqual([
    "cost.usd failed: fork: 0.0017, fork: 0.0031 (2)",
    "cost.breakUsd failed: fork: 0, fork: 0.0014 (2)",
  ]);
});

test("a cost that is not known fails its check, and is never 0", () => {
  expect(check({ usd: "<= 1", breakUsd: "= 0" }, [forkOf(null, null)])).toEqual([
    "cost.usd failed: unknown: no price or no usage (1)",
    "cost.breakUsd failed: unknown: no price or no usage (1)",
  ]);
  const { cost: _, ...unpriced } = forked;
  expect(check({ usd: "<= 1" }, [unpriced])).toEqual(["cost.usd failed: unknown: no price or no usage (1)"]);
  expect(check({ usd: "<= 1" }, [])).toEqual(["cost.usd failed: no fork was run (0)"]);
});

test("breaks of recorded pairs are added up, and a pair without a cause costs nothing", () => {
  const { breakCost } = divergedJudgement;
  expect(breakCost?.usd).toBeGreaterThan(0);
  expect(check({ breakUsd: "= 0" }, [], [identicalJudgement])).toEqual(["cost.breakUsd passed: 0 (1)"]);
  expect(check({ breakUsd: "= 0" }, [], [identicalJudgement, divergedJudgement])).toEqual([
    `cost.breakUsd failed: ${Number(breakCost?.usd?.toFixed(6))} (2)`,
  ]);
  expect(check({ breakUsd: "= 0" }, [], [{ ...divergedJudgement, breakCost: null }])).toEqual([
    "cost.breakUsd failed: unknown: no price or no usage (1)",
  ]);
  expect(check({ breakUsd: "= 0" }, [])).toEqual(["cost.breakUsd failed: no pair was judged (0)"]);
});
