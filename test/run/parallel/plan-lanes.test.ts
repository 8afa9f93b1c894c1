import { expect, test } from "vitest";
import { planLanes } from "../../../harness/run/parallel/plan-lanes.ts";
import type { Scenario } from "../../../harness/scenario/scenario.ts";
import { variantsOf } from "../../scenario/load-text.ts";
import { fork, pair } from "../../scenario/smallest.ts";

const [strategy] = variantsOf(fork) as [Scenario & { kind: "fork" }];
const [offline] = variantsOf(pair) as [Scenario];
const module: Scenario = { ...strategy, fork: { ...strategy.fork, subject: { kind: "module", path: "fork.mjs" } } };
const skipped: Scenario = { ...offline, skip: "not today" };

test("--jobs beyond the cores runs modules at once in the first process, and starts others for a long run", () => {
  const wish = { others: 3, atOnce: true, cores: 2 };
  expect(planLanes([module, skipped, module], wish)).toEqual({ inside: 4, others: 1, atOnce: false });
});

test.for([
  ["a job that computes in the process that runs it", [module, strategy], 3, true],
  ["a judged pair", [module, offline], 3, true],
  ["no more jobs than cores", [module], 1, true],
  ["a run without --jobs", [module], 1, false],
] as const)("each lane has a process of its own for %s", ([, jobs, others, atOnce]) => {
  expect(planLanes(jobs, { others, atOnce, cores: 2 })).toEqual({ inside: 1, others, atOnce });
});
