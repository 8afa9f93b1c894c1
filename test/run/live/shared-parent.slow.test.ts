import { resolve } from "node:path";
import { expect, test } from "vitest";
import { evalCase } from "./eval-case.ts";
import { playEvals } from "./eval-provider.ts";
import { type LiveRun, runCase } from "./run-live.ts";

const two = { prompt: ["PROMPT v1;", "PROMPT v2;"] };

function usdOf({ result }: LiveRun): number {
  return result.jobs.reduce((sum, { live }) => sum + live!.costUsd!, 0);
}

test("all rounds of all variants fork one parent, and cost at most a fifth of rounds with a parent each", async () => {
  await using shared = await playEvals({});
  const options = ["--live", "--base-url", shared.baseUrl, "--repeat", "6", "--jobs", "3"];
  const run = await runCase(evalCase(two), options);
  expect(run.exit, run.out + run.err).toBe(0);
  expect([shared.parents.length, shared.forks.length]).toEqual([1, 12]);
  const rounds = run.result.jobs.map((job) => job.rounds!);
  expect(rounds.map((each) => each.length)).toEqual([6, 6]);
  expect(rounds.flat()[0]).toMatchObject({ output: "a good answer", passed: true, failed: [], turns: 1 });
  expect(run.result.jobs[0]!.passRate).toMatchObject({ passed: 6, runs: 6, rate: 1, high: 1 });
  // The parent's answer is the same for all: each fork continues it.
  expect(shared.forks.every((body) => body.includes("I will look."))).toBe(true);
  const parts = run.result.jobs.map(({ live }) => live!.parent);
  expect(parts.reduce((sum, { sent }) => sum + sent, 0)).toBe(1);
  const saved = parts.reduce((sum, part) => sum + part.saved.requests, 0);
  expect(saved).toBe(11);
  expect(run.out).toMatch(/sharing the parent saved \d+ requests, [\d,]+ bytes and \$0\.\d+/);

  await using alone = await playEvals({});
  const isolated = evalCase(two, { provider: { mode: "live", isolate: true } });
  const each = await runCase(isolated, ["--live", "--base-url", alone.baseUrl, "--repeat", "6"]);
  expect([alone.parents.length, alone.forks.length]).toEqual([12, 12]);
  const names = alone.forks.map((body) => /\[run ([0-9a-f]{16})\]/.exec(body.toString())![1]);
  expect(new Set(names).size).toBe(12);
  expect(usdOf(run)).toBeLessThan(0.2 * usdOf(each));
  expect(usdOf(run)).toBeGreaterThan(0);
});

test("forks continue the recording's answer instead of the provider's if the scenario says so", async () => {
  await using provider = await playEvals({});
  const recorded = (source: string, exchange: string): object =>
    evalCase(
      { prompt: ["PROMPT v1;"] },
      { parent: { source: resolve("fixtures/cassettes", source), exchange, answer: "recorded" } },
    );
  const options = ["--live", "--base-url", provider.baseUrl, "--repeat", "2"];
  const run = await runCase(recorded("scripted-parent", "reading-3"), options);
  expect(run.exit, run.out + run.err).toBe(0);
  expect([provider.parents.length, provider.forks.length]).toEqual([1, 2]);
  expect(provider.forks.some((body) => body.includes("I will look."))).toBe(false);
  // A recording without an answer is refused before anything is sent.
  const silent = await runCase(recorded("coding-agent", "parent"), options);
  expect(silent.exit).toBe(2);
  expect(silent.result.jobs[0]!.outcome).toMatchObject({ status: "errored", error: { code: "HX320" } });
  expect(provider.parents).toHaveLength(1);
});
