import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { inflateRawSync } from "node:zlib";
import { Ajv } from "ajv";
import { expect, test } from "vitest";
import judgementSchema from "../../../harness/report/judgement.schema.json" with { type: "json" };
import resultSchema from "../../../harness/report/run-result.schema.json" with { type: "json" };
import type { RunResult } from "../../../harness/kernel/run-result.ts";
import type { PageData } from "../../../harness/page/page-data.ts";
import { runForkproof } from "../../cli/run-forkproof.ts";
import { temporaryFolder } from "../../src/support/temporary-folder.ts";
import { evalCase } from "./eval-case.ts";
import { playEvals } from "./eval-provider.ts";
import { KEY, runCase } from "./run-live.ts";
import { draws } from "./seeded.ts";

const small = { parent: { source: resolve("fixtures/cassettes/scripted-parent"), exchange: "reading-3" } };
const rows = Array.from({ length: 10 }, (_, at) => `row ${at}`);

test("a provider that answers well for one prompt in 70 % and for another in 90 % shows that the other is better", async () => {
  await using provider = await playEvals({
    isGood: (prompt, count) => draws("seed", prompt, count, prompt === "v1" ? 0.7 : 0.9),
    most: 400,
  });
  const folder = temporaryFolder();
  const scenario = evalCase({ prompt: ["PROMPT v1;", "PROMPT v2;"], row: rows }, small);
  const options = [
    "--repeat",
    "20",
    "--compare",
    "prompt",
    "--jobs",
    "4",
    "--reporter",
    "table",
    "--reporter",
    "html=page.html",
  ];
  const run = await runCase(scenario, ["--live", "--base-url", provider.baseUrl, ...options], { folder });
  expect(run.exit, run.out + run.err).toBe(0);
  expect([provider.parents.length, provider.forks.length]).toEqual([1, 400]);
  const { comparison } = run.result;
  const good = (prompt: string, rate: number): number =>
    Array.from({ length: 200 }, (_, count) => draws("seed", prompt, count, rate)).filter(Boolean).length / 200;
  expect(comparison).toMatchObject({
    axis: "prompt",
    values: ["PROMPT v1;", "PROMPT v2;"],
    rates: { "PROMPT v1;": good("v1", 0.7), "PROMPT v2;": good("v2", 0.9) },
    unpaired: 0,
    checks: [{ check: "output" }],
  });
  const { wins, losses, ties, p } = comparison!;
  expect(wins + losses + ties).toBe(200);
  expect(losses - wins).toBe(Math.round(200 * (good("v2", 0.9) - good("v1", 0.7))));
  expect(p).toBeLessThan(0.001);
  expect(run.out).toContain("PROMPT v2; is better");
  expect(run.out).toMatch(/row=row 3 .*\d+ % .*\d+ %/);
  const validate = new Ajv({ allowUnionTypes: true, strict: false }).addSchema(judgementSchema).compile(resultSchema);
  expect(validate(run.result), JSON.stringify(validate.errors)).toBe(true);
  const page = dataOf(readFileSync(join(folder, "page.html"), "utf8"));
  expect(page.run!.comparison!.pairs).toHaveLength(200);
  // Pairs that only one prompt passed come first.
  const [flip] = page.run!.comparison!.pairs;
  expect(new Set(flip!.samples.map(({ output }) => output))).toEqual(new Set(["a good answer", "a bad answer"]));
});

// That the level holds over many runs is tried where it is computed (test/kernel/evals/compare-axis.test.ts); here each run is the command's.
test("of five runs of a prompt against itself, at most one calls a value better at the 5 % level", async () => {
  const scenario = evalCase({ prompt: ["PROMPT v1;", "PROMPT v1; again"], row: rows.slice(0, 2) }, small);
  const better: boolean[] = [];
  for (const seed of Array.from({ length: 5 }, (_, at) => `run ${at}`)) {
    await using provider = await playEvals({ isGood: (prompt, count) => draws(seed, prompt, count, 0.7) });
    const options = ["--live", "--repeat", "5", "--compare", "prompt", "--jobs", "1", "--base-url", provider.baseUrl];
    const run = await runCase(scenario, [...options, "--reporter", "table"]);
    expect(run.exit, run.out + run.err).toBe(0);
    expect([provider.parents.length, provider.forks.length]).toEqual([1, 20]);
    const { wins, losses, ties, p } = run.result.comparison!;
    expect(wins + losses + ties).toBe(10);
    expect(run.out.includes("is better")).toBe(p! < 0.05);
    better.push(p! < 0.05);
  }
  expect(better.filter(Boolean).length).toBeLessThanOrEqual(1);
});

function dataOf(page: string): PageData {
  const [, data = ""] = /<script id="data" type="text\/plain">([^<]*)</.exec(page) ?? [];
  return JSON.parse(inflateRawSync(Buffer.from(data, "base64")).toString()) as PageData;
}

test("jobs without rounds are compared once each, and an axis without two values is refused before anything runs", async () => {
  await using provider = await playEvals({});
  const folder = temporaryFolder();
  const scripted = evalCase(
    { prompt: ["good", "bad"], row: ["a", "b"] },
    { ...small, provider: { mode: "live", script: [{ text: "a ${prompt} answer" }] } },
  );
  const run = await runCase(scripted, ["--compare", "prompt", "--reporter", "markdown=comment.md"], { folder });
  expect(run.exit).toBe(1);
  const comment = readFileSync(join(folder, "comment.md"), "utf8");
  expect(comment).toMatch(/```text\nby prompt[^]*total +100 % +0 % +-100[^]*no difference at the 5 % level\n```/);
  expect(run.result.comparison).toMatchObject({
    rates: { good: 1, bad: 0 },
    wins: 2,
    losses: 0,
    ties: 0,
    p: 0.5,
    means: { good: { samples: 2, turns: 1, durationMs: null } },
  });
  // Shards divide the values; what they show together is the comparison of the whole.
  for (const shard of ["1/4", "2/4", "3/4", "4/4"])
    await runCase(scripted, ["--compare", "prompt", "--shard", shard, "--report", `shard-${shard[0]}.json`], {
      folder,
    });
  const shards = [1, 2, 3, 4].map((shard) => `shard-${shard}.json`);
  const merged = await runForkproof(["merge", ...shards, "--json"], folder);
  expect((JSON.parse(merged.out) as RunResult).comparison).toEqual(run.result.comparison);
  // One job alone has no partner, and a comparison of nothing fails.
  const alone = await runCase(scripted, ["--compare", "prompt", "--name", "bad, row=a|good, row=b"], { folder });
  expect(alone.result.failures).toEqual(["--compare prompt: nothing was compared, since no sample has a partner"]);
  writeFileSync(join(folder, "one.yaml"), JSON.stringify(evalCase({ prompt: ["PROMPT v1;"] }, small)));
  const refused = async (axis: string, ...options: readonly string[]): Promise<string> => {
    const args = ["run", "one.yaml", "--compare", axis, "--base-url", provider.baseUrl, "--live", ...options];
    const { exit, err } = await runForkproof(args, folder, { ANTHROPIC_API_KEY: KEY });
    expect(exit).toBe(2);
    return err.replaceAll(/\s+/g, " ");
  };
  expect(await refused("prompt")).toContain("HX327 --compare prompt: all selected jobs have the value PROMPT v1;");
  expect(await refused("promt")).toContain("did you mean `--compare prompt`?");
  expect(provider.parents).toHaveLength(0);
});

test("a pass rate over a single live round is refused before anything is sent", async () => {
  await using provider = await playEvals({});
  const scenario = evalCase(
    { prompt: ["PROMPT v1;"] },
    { ...small, expect: { output: [{ contains: "good" }], passRate: ">= 0.5" } },
  );
  const options = ["--live", "--base-url", provider.baseUrl];
  const folder = temporaryFolder();
  writeFileSync(join(folder, "one.yaml"), JSON.stringify(scenario));
  const single = await runForkproof(["run", "one.yaml", ...options], folder, { ANTHROPIC_API_KEY: KEY });
  expect([single.exit, provider.parents.length]).toEqual([2, 0]);
  expect(single.err.replaceAll(/\s+/g, " ")).toContain("HX324 `expect.passRate` needs at least two rounds");
  const powers = evalCase({ prompt: ["PROMPT v1;"] }, { ...small, expect: { passHatK: { 2: "> 0.1", 5: "> 0.1" } } });
  writeFileSync(join(folder, "one.yaml"), JSON.stringify(powers));
  const few = await runForkproof(["run", "one.yaml", ...options, "--repeat", "4"], folder, { ANTHROPIC_API_KEY: KEY });
  expect([few.exit, provider.parents.length]).toEqual([2, 0]);
  expect(few.err.replaceAll(/\s+/g, " ")).toContain("HX324 `expect.passHatK.5` needs at least 5 rounds");
  await using half = await playEvals({ isGood: (_, count) => count % 2 === 0 });
  const rated = await runCase(scenario, ["--live", "--live-gate", "--base-url", half.baseUrl, "--repeat", "4"]);
  expect(rated.exit, rated.out).toBe(0);
  const strict = await runCase({ ...scenario, expect: { output: [{ contains: "good" }], passRate: ">= 0.8" } }, [
    "--live",
    "--live-gate",
    "--base-url",
    half.baseUrl,
    "--repeat",
    "4",
  ]);
  expect(strict.exit, strict.out).toBe(1);
});
