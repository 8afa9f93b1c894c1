import * as fc from "fast-check";
import { expect, test } from "vitest";

import type { JobResult } from "../../../harness/kernel/run-result.ts";
import type { JobLane, RanJob } from "../../../harness/run/parallel/job-lane.ts";
import { runInLanes } from "../../../harness/run/parallel/run-in-lanes.ts";
import type { Scenario } from "../../../harness/scenario/scenario.ts";
import { variantsOf } from "../../scenario/load-text.ts";
import { fork, pair } from "../../scenario/smallest.ts";

const [offline] = variantsOf(pair);
const [mocked] = variantsOf(fork);
const live = { ...mocked, provider: { ...(mocked as Scenario & { kind: "fork" }).provider, mode: "live" } } as Scenario;

const jobs = fc.array(fc.record({ isLive: fc.boolean(), fails: fc.boolean() }), { maxLength: 12 });

test("whatever the order in which lanes end their jobs, each job runs once, live ones in the first lane alone", async () => {
  await fc.assert(
    fc.asyncProperty(
      jobs,
      fc.integer({ min: 0, max: 4 }),
      fc.boolean(),
      fc.scheduler(),
      async (given, others, bails, scheduler) => {
        const scenarios = given.map(({ isLive }, index) => ({
          ...((isLive ? live : offline) as Scenario),
          id: String(index),
        }));
        const ran: { readonly id: string; readonly lane: number }[] = [];
        let opened = 0;
        let open = 0;
        const makeLane = (lane: number): JobLane => {
          open += 1;
          let isBusy = false;
          return {
            run: async ({ id }) => {
              expect(isBusy).toBe(false);
              isBusy = true;
              ran.push({ id, lane });
              await scheduler.schedule(Promise.resolve(), id);
              isBusy = false;
              return { job: { id } as JobResult, durationMs: 0 };
            },
            [Symbol.dispose]: () => void (open -= 1),
          };
        };
        const done: number[] = [];
        const end = (index: number, { job }: RanJob): "go on" | "last" => {
          expect(job.id).toBe(String(index));
          done.push(index);
          return bails && given[index]?.fails === true ? "last" : "go on";
        };
        const lanes = { own: makeLane(0), open: () => makeLane((opened += 1)), others, atOnce: true, live: 1 };
        const running = runInLanes(scenarios, lanes, end);
        await scheduler.waitFor(running);
        expect(open).toBe(1);
        expect(new Set(ran.map(({ id }) => id)).size).toBe(ran.length);
        expect(ran.filter(({ id, lane }) => lane > 0 && given[Number(id)]?.isLive)).toEqual([]);
        const firstFailure = given.findIndex(({ fails }) => fails);
        const last = bails && firstFailure !== -1 ? firstFailure : given.length - 1;
        expect(done.filter((index) => index <= last).toSorted((a, b) => a - b)).toEqual(
          Array.from({ length: last + 1 }, (_, index) => index),
        );
        if (!bails) expect(done).toHaveLength(given.length);
      },
    ),
    { numRuns: 300 },
  );
});

test("the first lane runs the jobs while others start, and the run does not wait for a process that never starts", async () => {
  const scenarios = Array.from({ length: 3 }, (_, id) => ({ ...(offline as Scenario), id: String(id) }));
  const ran: string[] = [];
  const own: JobLane = {
    run: async ({ id }) => {
      ran.push(id);
      return { job: { id } as JobResult, durationMs: 0 };
    },
    [Symbol.dispose]: () => {},
  };
  let opened = 0;
  let disposed = 0;
  const open = (): JobLane => {
    opened += 1;
    const never = Promise.withResolvers<void>().promise;
    return {
      ready: never,
      run: () => Promise.reject(new Error("not ready")),
      [Symbol.dispose]: () => void (disposed += 1),
    };
  };
  const lanes = { own, open, others: 1, atOnce: true, live: 1 };
  await runInLanes(scenarios, lanes, () => "go on");
  expect([ran, opened, disposed]).toEqual([["0", "1", "2"], 1, 1]);
  // One job alone needs no second process.
  await runInLanes(scenarios.slice(0, 1), lanes, () => "go on");
  expect(opened).toBe(1);
});
