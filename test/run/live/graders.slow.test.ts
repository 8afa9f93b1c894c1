import { spawn } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { Ajv } from "ajv";
import { expect, test } from "vitest";
import { stringify } from "yaml";
import judgementSchema from "../../../harness/report/judgement.schema.json" with { type: "json" };
import resultSchema from "../../../harness/report/run-result.schema.json" with { type: "json" };
import { main, runForkproof } from "../../cli/run-forkproof.ts";
import { temporaryFolder } from "../../src/support/temporary-folder.ts";
import { evalCase } from "./eval-case.ts";
import { playEvals } from "./eval-provider.ts";
import { KEY, runCase } from "./run-live.ts";

const small = { parent: { source: resolve("fixtures/cassettes/scripted-parent"), exchange: "reading-3" } };
const grader = { grader: "tone.md", model: "claude-sonnet-4-5", atLeast: 4 };

/** 1,000 tokens at 3 USD a million, and 100 at 15. */
const GRADE_USD = 0.0045;

function gradedCase(prompts: readonly string[], more: object = {}): object {
  return evalCase({ prompt: prompts }, { ...small, expect: { output: [grader] }, ...more });
}

function folderWithRubric(): string {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "tone.md"), "Grade the tone.");
  return folder;
}

/** A run that was killed leaves its lock. */
const runIn = (folder: string): string => {
  const names = readdirSync(join(folder, "reports/transcripts")).filter((name) => !name.endsWith(".lock"));
  return join("reports/transcripts", names[0]!);
};

test("a live grader grades equal answers once, fails closed on an unreadable one, and the result holds all that graders cost", async () => {
  // Two different answers of forks; the grader likes one, and says nonsense of the other.
  await using provider = await playEvals({
    isGood: (_, count) => count % 2 === 0,
    grades: (prompt) => (prompt.includes('"a good answer"') ? '```json\n{"score": 4, "why": "kind"}\n```' : "Fine!"),
  });
  const folder = folderWithRubric();
  const options = ["--live", "--live-gate", "--repeat", "4", "--jobs", "1", "--base-url", provider.baseUrl];
  const run = await runCase(gradedCase(["PROMPT v1;"]), options, { folder });
  expect(run.exit, run.out + run.err).toBe(1);
  const [job] = run.result.jobs;
  expect(job!.rounds!.map(({ passed }) => passed)).toEqual([true, false, true, false]);
  // The good answer is graded once; the unreadable grade is asked for again.
  expect(provider.graded.map((prompt) => prompt.includes('"a good answer"'))).toEqual([true, false, false]);
  expect(job!.grades!.map(({ score, why, usd }) => [score, why, usd])).toEqual([
    [4, "kind", expect.closeTo(GRADE_USD, 9)],
    [4, "kind", 0],
  ]);
  const failed = job!.checks.find(({ check, status }) => check === "output" && status === "failed");
  expect(failed!.observed).toBe(
    'the grader claude-sonnet-4-5 answered "Fine!", which is not {"score": N, "why": "…"} ("a bad answer")',
  );
  const { runs, parent, graders, costUsd } = job!.live!;
  expect(graders).toEqual({ requests: 3, usd: expect.closeTo(3 * GRADE_USD, 9) });
  const forks = runs.reduce((sum, each) => sum + each.costUsd!, 0);
  expect(costUsd).toBeCloseTo(forks + parent.usd! + 3 * GRADE_USD, 9);
  expect(run.out).toContain("$0.0135 for 3 requests to graders");
  const validate = new Ajv({ allowUnionTypes: true, strict: false }).addSchema(judgementSchema).compile(resultSchema);
  expect(validate(run.result), JSON.stringify(validate.errors)).toBe(true);
});

test("a round without a readable grade fails its job also as advice, counts in no rate, and is graded by --resume", async () => {
  // The first round misses a matcher and is graded; the second one is not graded.
  const isGood = (_: string, count: number): boolean => count % 2 === 1;
  const grades = (prompt: string): string =>
    prompt.includes('"a good answer"') ? "Fine!" : '{"score": 5, "why": "kind"}';
  await using provider = await playEvals({ isGood, grades });
  const folder = folderWithRubric();
  const scenario = gradedCase(["PROMPT v1;"], { expect: { output: [{ contains: "good" }, grader] } });
  const options = ["--live", "--repeat", "4", "--jobs", "1"];
  const run = await runCase(scenario, [...options, "--base-url", provider.baseUrl], { folder });
  expect(run.exit, run.out + run.err).toBe(1);
  const [job] = run.result.jobs;
  expect(job!.passRate).toMatchObject({ passed: 0, runs: 2 });
  expect(job!.checks.find(({ check }) => check === "grades")).toMatchObject({
    expected: "a grade for each answer",
    observed:
      '1 grade is missing (the grader claude-sonnet-4-5 answered "Fine!", which is not {"score": N, "why": "…"}); run with --live --resume to ask for it',
  });
  await using second = await playEvals({ isGood });
  const resumed = await runCase(scenario, [...options, "--base-url", second.baseUrl, "--resume", runIn(folder)], {
    folder,
  });
  expect(resumed.exit, resumed.out + resumed.err).toBe(0);
  expect(resumed.result.jobs[0]!.passRate).toMatchObject({ passed: 2, runs: 4 });
  expect([second.forks.length, second.graded.length]).toEqual([0, 1]);
});

test("a live grader that never answers fails its round at the limit, and leaves the cost unknown", async () => {
  await using provider = await playEvals({ grades: () => null });
  const scenario = gradedCase(["PROMPT v1;"], { timeout: "2s" });
  const run = await runCase(scenario, ["--live", "--live-gate", "--base-url", provider.baseUrl], {
    folder: folderWithRubric(),
  });
  expect(run.exit).toBe(1);
  const [job] = run.result.jobs;
  expect(job!.checks.find(({ check }) => check === "output")!.observed).toContain("did not answer within 2000 ms");
  expect(job!.live).toMatchObject({ graders: { requests: 1, usd: null }, costUsd: null });
});

test("a run that was killed pays for no grade twice when it continues, and its grades serve --regrade", async () => {
  const folder = folderWithRubric();
  const prompts = ["PROMPT v0;", "PROMPT v1;", "PROMPT v2;", "PROMPT v3;"];
  const scenario = gradedCase(prompts);
  writeFileSync(join(folder, "live.yaml"), stringify(scenario));
  const options = ["--live", "--live-gate", "--repeat", "5", "--jobs", "1"];
  await using first = await playEvals({ answered: 8 });
  const args = [main, "run", "live.yaml", ...options, "--base-url", first.baseUrl];
  const child = spawn(process.execPath, args, { cwd: folder, env: { ANTHROPIC_API_KEY: KEY }, stdio: "ignore" });
  await first.whenAsked(9);
  child.kill("SIGKILL");
  await once(child, "exit");
  const questions = new Set(first.graded);
  expect(first.graded).toHaveLength(questions.size);
  expect(questions.size).toBeGreaterThan(0);
  // A line that was cut in the middle hides none behind it.
  appendFileSync(join(folder, runIn(folder), "grades.jsonl"), "\n0123456789abcdef {");

  await using second = await playEvals({});
  const resumed = [...options, "--base-url", second.baseUrl, "--resume", runIn(folder)];
  const run = await runCase(scenario, resumed, { folder });
  expect(run.exit, run.out + run.err).toBe(0);
  expect([second.parents.length, second.forks.length]).toEqual([0, 20 - 8]);
  // One question for each prompt, since all answers are equal: what the first process asked is not asked again.
  expect(new Set([...first.graded, ...second.graded]).size).toBe(4);
  expect(first.graded.length + second.graded.length).toBe(4);
  expect(run.result.jobs.flatMap(({ grades }) => grades!)).toHaveLength(20);
  await using third = await playEvals({});
  const whole = await runCase(scenario, [...options, "--base-url", third.baseUrl, "--resume", runIn(folder)], {
    folder,
  });
  expect([whole.exit, third.forks.length, third.graded.length]).toEqual([0, 0, 0]);
  // What the first process paid still counts: the cost is that of the whole run.
  const ofGraders = whole.result.jobs.map(({ live }) => live!.graders);
  expect(ofGraders).toEqual(prompts.map(() => ({ requests: 1, usd: expect.closeTo(GRADE_USD, 9) })));
  expect(whole.result.jobs.map(({ live }) => live!.costUsd)).toEqual(run.result.jobs.map(({ live }) => live!.costUsd));

  const graded = await runCase(scenario, ["--regrade", runIn(folder), "--live-gate"], { folder });
  expect(graded.exit, graded.out + graded.err).toBe(0);
  // Five rounds share each kept grade, which was paid for once.
  expect(graded.result.jobs.map(({ live }) => live!.graders)).toEqual(ofGraders);
  writeFileSync(join(folder, "tone.md"), "Grade the length.");
  const other = await runCase(scenario, ["--regrade", runIn(folder), "--live-gate"], { folder });
  expect(other.exit).toBe(1);
  const missing = other.result.jobs[0]!.checks.find(({ check }) => check === "output")!;
  expect(missing.observed).toContain("did not grade this answer by this rubric in the run that --regrade reads");
  // A script must not grade the answers of a model.
  const scripted = { ...scenario, provider: { mode: "live", script: { grader: [{ text: '{"score": 5}' }] } } };
  const canned = await runCase(scripted, ["--regrade", runIn(folder), "--live-gate"], { folder });
  expect(canned.exit).toBe(1);
});

test.each([
  ["a grader", { output: [grader] }],
  ["a grader next to a met matcher", { output: [{ contains: "good" }, grader] }],
  ["a denied grader", { output: [{ not: grader }] }],
  ["a grader or a met matcher", { output: [{ anyOf: [{ contains: "good" }, grader] }] }],
  [
    "a weighted grader",
    {
      output: [
        { contains: "good", weight: 1 },
        { ...grader, weight: 1 },
      ],
      score: ">= 0.5",
    },
  ],
  ["a grader and a rate", { output: [{ contains: "good" }, grader], passRate: ">= 0.5" }],
])("a regrade by %s never passes without the grades, whether it gates or advises", async (_what, expected) => {
  await using provider = await playEvals({ grades: () => '{"score": 1, "why": "rude"}' });
  const folder = folderWithRubric();
  const scenario = gradedCase(["PROMPT v1;"], { expect: expected });
  await runCase(scenario, ["--live", "--repeat", "2", "--base-url", provider.baseUrl], { folder });
  rmSync(join(folder, runIn(folder), "grades.jsonl"));
  for (const gate of [[], ["--live-gate"]]) {
    const { exit, result } = await runCase(scenario, ["--regrade", runIn(folder), ...gate], { folder });
    expect(exit, gate.join("")).toBe(1);
    expect(result.jobs[0]!.checks.find(({ check }) => check === "grades")!.observed).toBe(
      "1 grade is missing; run with --live --resume to ask for it",
    );
    expect(result.jobs[0]!.passRate).toMatchObject({ runs: 0, rate: null });
  }
});

test("a missing rubric, scorer or grader's key is refused before anything is sent", async () => {
  await using provider = await playEvals({});
  const refused = async (item: object, environment: Readonly<Record<string, string>> = {}): Promise<string> => {
    const folder = folderWithRubric();
    writeFileSync(join(folder, "live.yaml"), stringify(gradedCase(["PROMPT v1;"], { expect: { output: [item] } })));
    const args = ["run", "live.yaml", "--live", "--base-url", provider.baseUrl];
    const run = await runForkproof(args, folder, { ANTHROPIC_API_KEY: KEY, ...environment });
    const { jobs } = JSON.parse(readFileSync(join(folder, "reports/latest.json"), "utf8")) as {
      jobs: readonly { outcome: { error?: { code: string; what: string; where: string; fix: string } } }[];
    };
    const { code, what, where, fix } = jobs[0]!.outcome.error!;
    return `${run.exit} ${code} ${what} | ${where} | ${fix}`;
  };
  expect(await refused({ ...grader, grader: "gone.md" })).toBe(
    "2 HX140 no rubric at `gone.md`; looked at gone.md and fixtures/gone.md | live.yaml:16:7 | did you mean `tone.md`? write the path from the scenario's folder, or from fixtures/",
  );
  expect(await refused({ module: "./gone.mjs" })).toContain("2 HX140 no module at `./gone.mjs`");
  expect(await refused({ module: "gone#Score" })).toContain(
    "2 HX193 gone: no such package is installed | live.yaml:16:7",
  );
  expect(await refused({ ...grader, model: "gpt-5" })).toContain(
    "2 HX310 a live run asks openai, and OPENAI_API_KEY is not set",
  );
  expect([provider.parents.length, provider.forks.length]).toEqual([0, 0]);
});
