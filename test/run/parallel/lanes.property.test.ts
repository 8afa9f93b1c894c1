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

const jobs = fc.array(fc.record({ isLive: fc.boolean(), fails: fc.boolean() }), { maxLength: 16 });

test("whatever the order in which lanes end their jobs, each job runs once, live ones in the first lane alone", async () => {
  await fc.assert(
    fc.asyncProperty(
      jobs,
      fc.integer({ min: 1, max: 3 }),
      fc.integer({ min: 0, max: 4 }),
      fc.boolean(),
      fc.boolean(),
      fc.scheduler(),
      async (given, inside, others, bails, ahead, scheduler) => {
        const scenarios = given.map(({ isLive }, index) => ({
          ...((isLive ? live : offline) as Scenario),
          id: String(index),
        }));
        const ran: { readonly id: string; readonly lane: number }[] = [];
        let opened = 0;
        let open = 0;
        const makeLane = (lane: number): JobLane => {
          open += 1;
          let jobsGiven = 0;
          let last = Promise.resolve();
          return {
            run: async ({ id }) => {
              jobsGiven += 1;
              expect(jobsGiven).toBeLessThanOrEqual(lane === 0 ? inside : ahead ? 2 : 1);
              ran.push({ id, lane });
              const before = lane === 0 ? Promise.resolve() : last;
              last = before.then(() => scheduler.schedule(Promise.resolve(), id));
              await last;
              jobsGiven -= 1;
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
        const own = makeLane(0);
        const lanes = { own, inside, open: () => makeLane((opened += 1)), others, atOnce: true, ahead, live: 1 };
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
  const lanes = { own, inside: 1, open, others: 1, atOnce: true, ahead: true, live: 1 };
  await runInLanes(scenarios, lanes, () => "go on");
  expect([ran, opened, disposed]).toEqual([["0", "1", "2"], 1, 1]);
  // One job alone needs no second process.
  await runInLanes(scenarios.slice(0, 1), lanes, () => "go on");
  expect(opened).toBe(1);
});

test.for([
  ["short jobs", 1, 2],
  ["long jobs", 1_000, 1],
] as const)(
  "another process is given its next one of many %s while it runs one, and the last ones when it is idle",
  async ([, durationMs, most]) => {
    const scenarios = Array.from({ length: 40 }, (_, id) => ({ ...(offline as Scenario), id: String(id) }));
    const ends: { readonly given: number; readonly left: number }[] = [];
    let left = scenarios.length;
    const makeLane = (isOwn: boolean): JobLane => {
      let given = 0;
      let last = Promise.resolve();
      return {
        run: async ({ id }) => {
          given += 1;
          left -= 1;
          if (!isOwn) ends.push({ given, left });
          else expect(given).toBe(1);
          last = last.then(() => new Promise((resolve) => setImmediate(resolve)));
          await last;
          given -= 1;
          return { job: { id } as JobResult, durationMs };
        },
        [Symbol.dispose]: () => {},
      };
    };
    const [own, open] = [makeLane(true), () => makeLane(false)];
    const lanes = { own, inside: 1, open, others: 1, atOnce: true, ahead: true, live: 1 };
    await runInLanes(scenarios, lanes, () => "go on");
    expect(left).toBe(0);
    expect(Math.max(...ends.map(({ given }) => given))).toBe(most);
    expect(Math.max(...ends.filter((end) => end.left < 8).map(({ given }) => given))).toBe(1);
  },
);

test("each process that is ready takes the place of one job that the first lane runs at the same time", async () => {
  const scenarios = Array.from({ length: 60 }, (_, id) => ({ ...(offline as Scenario), id: String(id) }));
  const ready = Promise.withResolvers<void>();
  const atOnce: number[] = [];
  let [isReady, running] = [false, 0];
  const makeLane = (): JobLane => ({
    run: async ({ id }) => {
      running += 1;
      if (id === "30") {
        ready.resolve();
        isReady = true;
      }
      if (isReady) atOnce.push(running);
      await new Promise((resolve) => setImmediate(resolve));
      running -= 1;
      return { job: { id } as JobResult, durationMs: 1_000 };
    },
    [Symbol.dispose]: () => {},
  });
  let opened = 0;
  const open = (): JobLane => {
    opened += 1;
    return { ...makeLane(), ready: ready.promise };
  };
  const lanes = { own: makeLane(), inside: 3, open, others: 2, atOnce: true, ahead: false, live: 1 };
  await runInLanes(scenarios, lanes, () => "go on");
  expect(opened).toBe(2);
  // The job of a lane that is replaced comes to its end first.
  expect(Math.max(...atOnce)).toBeLessThanOrEqual(5);
  expect(Math.max(...atOnce.slice(10))).toBe(3);
});
