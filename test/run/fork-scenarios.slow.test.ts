import { beforeAll, expect, test } from "vitest";
import type { ForkRun, JobResult, RunResult } from "../../harness/kernel/run-result.ts";
import { runScenarios } from "../../harness/run/run-scenarios.ts";

const run = (): Promise<RunResult> =>
  runScenarios({ paths: ["scenarios/forks", "scenarios/filters"], tags: [], ci: false });

let result: RunResult;
beforeAll(async () => {
  result = await run();
}, 60_000);

const job = (file: string): JobResult => result.jobs.find((each) => each.file === `scenarios/forks/${file}.yaml`)!;

test("all of the project's own fork scenarios pass, and each examined something", () => {
  expect(result.jobs.filter(({ outcome }) => outcome.status !== "passed").map(({ id }) => id)).toEqual([]);
  expect(result.jobs.length).toBeGreaterThanOrEqual(34);
  expect(result.jobs.flatMap(({ checks }) => checks.filter(({ examined }) => examined.count === 0))).toEqual([]);
});

test("a second run gives the same results, to the last token", async () => {
  const again = await run();
  expect(again.jobs).toEqual(result.jobs);
});

type FirstTurn = { readonly read: number; readonly write: number; readonly fresh: number };

/** What each sibling's first turn read, wrote and paid for in full. */
const firstTurns = ({ forks }: JobResult): readonly FirstTurn[] =>
  forks.map(({ turns: [first] }: ForkRun) => ({ read: first!.read!, write: first!.write!, fresh: first!.fresh! }));

test("siblings that start together all read the parent's part and all write the rest", () => {
  const [one, two, three] = firstTurns(job("siblings-together"));
  expect(one!.read).toBeGreaterThan(1_000);
  expect(one!.write).toBeGreaterThan(10);
  expect([two, three]).toEqual([one, one]);
});

test("siblings that wait read what the first one wrote", () => {
  const [together] = firstTurns(job("siblings-together"));
  const [one, two, three] = firstTurns(job("siblings-in-turn"));
  expect(one).toEqual(together);
  expect(two).toEqual({ read: one!.read + one!.write, write: 0, fresh: one!.fresh });
  expect(three).toEqual(two);
});

test("siblings of an expired parent that start together each pay for everything", () => {
  const [together] = firstTurns(job("siblings-together"));
  const [one, two, three] = firstTurns(job("siblings-late"));
  expect(one).toEqual({ read: 0, write: together!.read + together!.write, fresh: together!.fresh });
  expect([two, three]).toEqual([one, one]);
});

test("one cache judges all siblings: a fork that finds another's entry, or one that another kept alive, has no cold parent", () => {
  const seen = ({ forks, judgements }: JobResult): unknown =>
    judgements.map(({ reusable, ratio, findings, breakCost }, at) => ({
      reusable,
      says: [forks[at]?.ratioVerdict, ratio?.verdict],
      codes: findings.map(({ code }) => code),
      lost: (breakCost?.lostTokens ?? 0) > 0,
    }));
  const found = { reusable: "yes", says: ["ok", "ok"], codes: [], lost: false };
  const cold = { reusable: "no", says: ["cold-parent", "cold-parent"], codes: ["CB701"], lost: true };
  expect(seen(job("siblings-after-one"))).toEqual([cold, found, found]);
  expect(seen(job("siblings-refreshed"))).toEqual([found, found]);
  expect(seen(job("siblings-late"))).toEqual([cold, cold, cold]);
});

test("a time limit and an abort end a fork at their moment, whatever the model was about to say", () => {
  expect(job("timed-out").forks).toMatchObject([{ stop: "timeout", turns: [], firstTurnRatio: null, output: null }]);
  expect(job("aborted").forks).toMatchObject([{ stop: "aborted", turns: [{ grade: "estimate" }] }]);
});

test("an answer that was cut has no output count, and its cost stays known", () => {
  const [{ turns, error }] = job("cut-stream").forks as [ForkRun];
  expect(turns).toMatchObject([{ write: 0, output: null }]);
  expect(turns[0]!.read).toBeGreaterThan(2_000);
  expect(error).toContain("cut-stream");
});
