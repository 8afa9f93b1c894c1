import { resolve } from "node:path";
import { expect, test } from "vitest";
import { evalCase } from "./eval-case.ts";
import { playEvals } from "./eval-provider.ts";
import { runCase } from "./run-live.ts";

const small = { parent: { source: resolve("fixtures/cassettes/scripted-parent"), exchange: "reading-3" } };

test("a live run examines every kind of expectation in each round, and its rates count all of them", async () => {
  await using provider = await playEvals({ isGood: (_, count) => count % 5 !== 4 });
  const expected = {
    output: [{ contains: "good", weight: 3 }, { contains: "answer", weight: 1 }, { not: { contains: "sorry" } }],
    score: ">= 0.8",
    calls: { never: ["task"], atMost: 6 },
    turns: "<= 3",
    cost: { usd: "<= 0.02", breakUsd: "= 0" },
    duration: "<= 60s",
    passRate: ">= 0.5",
    passAtK: { 3: ">= 0.99" },
    passHatK: { 2: ">= 0.62" },
  };
  const gated = ["--live", "--live-gate", "--base-url", provider.baseUrl, "--jobs", "1"];
  const run = await runCase(evalCase({ prompt: ["PROMPT v1;"] }, { ...small, expect: expected }), [
    ...gated,
    "--repeat",
    "10",
  ]);
  expect(run.exit, run.out + run.err).toBe(0);
  const [job] = run.result.jobs;
  const timeless = job!.checks.filter(({ check }) => check !== "duration" && !check.startsWith("cost"));
  expect(timeless.map(({ check, status, observed }) => `${check} ${status}: ${observed}`).join("\n"))
    .toMatchInlineSnapshot(`
    "answered passed: as expected
    subject passed: no error
    script passed: as expected
    verdict passed: byte-identical
    findings passed: none
    output[2] passed: "a good answer"
    score passed: 1: 3 of 3 for contains "good"; 1 of 1 for contains "answer"
    calls.never passed: calls: none
    calls.atMost passed: calls: none
    turns passed: 1
    passRate passed: 8 of 10 (0.8, 95 % interval 0.49 to 0.943)
    passAtK.3 passed: 1
    passHatK.2 passed: 0.622222"
  `);
  expect(job!.checks.filter(({ check }) => /^duration|^cost/.test(check)).map(({ status }) => status)).toEqual([
    "passed",
    "passed",
    "passed",
  ]);
  // 8 of 10 passed: 1 - C(2, 3) / C(10, 3) is 1, and C(8, 2) / C(10, 2) is 28 / 45.
  expect(job!.rounds!.map(({ score }) => score)).toEqual([1, 1, 1, 1, 0.25, 1, 1, 1, 1, 0.25]);
  expect(job!.passRate).toMatchObject({ passed: 8, runs: 10, rate: 0.8 });
  // A sample that costs too much has not passed.
  const dear = { ...expected, cost: { usd: "<= 0.0000001" }, passAtK: undefined, passHatK: undefined };
  const paid = await runCase(evalCase({ prompt: ["PROMPT v1;"] }, { ...small, expect: dear }), [
    ...gated,
    "--repeat",
    "2",
  ]);
  expect([paid.exit, paid.result.jobs[0]!.passRate!.passed]).toEqual([1, 0]);
});
