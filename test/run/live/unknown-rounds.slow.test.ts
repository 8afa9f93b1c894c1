import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { checkOf, runFiles, scenario } from "../../cli/eval-run.ts";
import { temporaryFolder } from "../../src/support/temporary-folder.ts";
import { evalCase } from "./eval-case.ts";
import { playEvals } from "./eval-provider.ts";
import { type LiveRun, runCase } from "./run-live.ts";

/** A module without an opinion on good answers, and one that never has any. */
const modules = {
  "odd.mjs": 'export default ({ output }) => (output.includes("good") ? null : 1);',
  "silent.mjs": "export default () => null;",
};

async function runLiveCase(
  case_: object,
  provider: { readonly baseUrl: string },
  more: readonly string[],
): Promise<LiveRun> {
  const folder = temporaryFolder();
  for (const [name, text] of Object.entries(modules)) writeFileSync(join(folder, name), text);
  const options = ["--live", "--live-gate", "--jobs", "1", "--base-url", provider.baseUrl, "--reporter", "table"];
  return runCase(case_, [...options, ...more], { folder });
}

test("a score whose only matcher has no opinion fails its job, as does the contrary of a doubt", async () => {
  const { exit, jobs } = await runFiles({
    ...modules,
    "weighted.yaml": scenario("weighted", '{ output: [{ module: ./silent.mjs, weight: 1 }], score: ">= 0.9" }'),
    "contrary.yaml": scenario(
      "contrary",
      "{ output: [{ not: { anyOf: [{ module: ./silent.mjs }, { contains: ZZZ }] } }] }",
    ),
  });
  expect(exit).toBe(1);
  expect(checkOf(jobs, "weighted", "expect")).toBe("failed: not examined: score");
  expect(checkOf(jobs, "contrary", "expect")).toBe("failed: not examined: output");
});

test("rounds of which nothing could be examined count neither in a pass rate nor in a comparison", async () => {
  await using provider = await playEvals({ isGood: (_prompt, count) => count % 2 === 0 });
  const rated = evalCase(
    { prompt: ["PROMPT v1;"] },
    { expect: { output: [{ module: "./odd.mjs" }], passRate: ">= 0.9" } },
  );
  const half = await runLiveCase(rated, provider, ["--repeat", "6"]);
  expect(half.result.jobs[0]?.passRate).toMatchObject({ passed: 3, runs: 3 });
  expect(half.out).toContain("3 of 3 runs passed, pass^3 1.00, 3 more show nothing");

  const silent = { output: [{ module: "./silent.mjs" }], passRate: ">= 0.9" };
  const none = await runLiveCase(evalCase({ prompt: ["PROMPT v1;"] }, { expect: silent }), provider, ["--repeat", "4"]);
  expect(none.exit).toBe(1);
  expect(none.result.jobs[0]?.passRate).toMatchObject({ runs: 0, rate: null });

  const prompts = ["PROMPT v1;", "PROMPT v2;"];
  const compared = evalCase({ prompt: prompts }, { expect: { output: [{ module: "./silent.mjs" }] } });
  const { result, out } = await runLiveCase(compared, provider, ["--repeat", "4", "--compare", "prompt"]);
  expect(result.comparison).toMatchObject({ rates: { "PROMPT v1;": null, "PROMPT v2;": null }, wins: 0, p: null });
  expect(out).toContain("nothing was compared");
});

test("a refused fork counts neither for its prompt nor against it, and fails its job whatever the rate", async () => {
  await using provider = await playEvals({ isRefused: (prompt, count) => prompt === "v2" && count % 3 === 0 });
  const expected = { output: [{ contains: "good" }], passRate: ">= 0.5" };
  const compared = evalCase({ prompt: ["PROMPT v1;", "PROMPT v2;"] }, { expect: expected });
  const { exit, result } = await runLiveCase(compared, provider, ["--repeat", "6", "--compare", "prompt"]);
  expect(exit).toBe(1);
  expect(result.jobs.map(({ outcome, passRate }) => [outcome.status, passRate?.passed, passRate?.runs])).toEqual([
    ["passed", 6, 6],
    ["failed", 4, 4],
  ]);
  expect(result.comparison).toMatchObject({
    rates: { "PROMPT v1;": 1, "PROMPT v2;": 1 },
    ties: 4,
    wins: 0,
    means: { "PROMPT v2;": { samples: 4, turns: 1 } },
    unpaired: 4,
  });
});
