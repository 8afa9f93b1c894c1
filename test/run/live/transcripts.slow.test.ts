import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { stringify } from "yaml";
import { main, runForkproof } from "../../cli/run-forkproof.ts";
import { temporaryFolder } from "../../src/support/temporary-folder.ts";
import { evalCase } from "./eval-case.ts";
import { playEvals } from "./eval-provider.ts";
import { KEY, runCase } from "./run-live.ts";

const small = { parent: { source: resolve("fixtures/cassettes/scripted-parent"), exchange: "reading-3" } };
const prompts = Array.from({ length: 10 }, (_, at) => `PROMPT v${at};`);

function runOf(folder: string): string {
  // A run that was killed leaves its lock.
  const names = readdirSync(join(folder, "reports/transcripts")).filter((each) => !each.endsWith(".lock"));
  const [name, ...others] = names;
  expect(others).toEqual([]);
  return join("reports/transcripts", name!);
}

test("a run killed after 50 of 200 forks continues with exactly the other 150, and with the parent's old answer", async () => {
  const folder = temporaryFolder();
  const scenario = evalCase({ prompt: prompts }, small);
  writeFileSync(join(folder, "live.yaml"), stringify(scenario));
  const options = ["--live", "--repeat", "20", "--jobs", "4"];
  await using first = await playEvals({ answered: 50 });
  const args = [main, "run", "live.yaml", ...options, "--base-url", first.baseUrl];
  const child = spawn(process.execPath, args, { cwd: folder, env: { ANTHROPIC_API_KEY: KEY }, stdio: "ignore" });
  // Four rounds run at once: with four that wait for ever, the 50 before them have ended.
  await first.whenAsked(54);
  child.kill("SIGKILL");
  await once(child, "exit");
  expect(first.parents).toHaveLength(1);

  await using second = await playEvals({ most: 200 });
  const resumed = [...options, "--base-url", second.baseUrl, "--resume", runOf(folder)];
  const run = await runCase(scenario, resumed, { folder });
  expect(run.exit, run.out + run.err).toBe(0);
  expect([second.parents.length, second.forks.length]).toEqual([0, 150]);
  const rounds = run.result.jobs.map((job) => job.rounds!.length);
  expect(rounds).toEqual(Array.from({ length: 10 }, () => 20));
  expect(run.result.jobs.reduce((sum, { live }) => sum + live!.transcript!.reused, 0)).toBe(50);
  // The forks of both processes continue one parent.
  const nameIn = (body: Buffer): string => /\[run ([0-9a-f]{16})\]/.exec(body.toString())![1]!;
  expect(new Set([...first.forks, ...second.forks].map(nameIn)).size).toBe(1);

  // What is whole is not sent again, and another prompt is not mixed in.
  const whole = await runCase(scenario, resumed, { folder });
  expect(whole.exit).toBe(0);
  expect(second.forks).toHaveLength(150);
  const other = await runCase({ ...scenario, fork: { strategy: "pass-through", prompt: "${prompt} Now!" } }, resumed, {
    folder,
  });
  expect([other.exit, second.forks.length]).toEqual([2, 150]);
  expect(other.out).toContain("HX323");

  // Answers of two servers are not mixed either. It is refused before a request leaves.
  const elsewhere = [...options, "--base-url", "https://models.example", "--resume", runOf(folder)];
  const { exit, out } = await runCase(scenario, elsewhere, { folder });
  expect(exit).toBe(2);
  expect(out).toMatch(
    /HX329 anthropic at 127\.0\.0\.1:\d+ answered the rounds in .*, and this run asks anthropic at models\.example/,
  );
});

test("kept rounds are graded again by other expectations without a provider, and can be inspected", async () => {
  const folder = temporaryFolder();
  await using provider = await playEvals({ isGood: (_, count) => count % 2 === 0 });
  const scenario = evalCase({ prompt: ["PROMPT v1;"] }, small);
  const live = await runCase(scenario, ["--live", "--repeat", "4", "--base-url", provider.baseUrl], { folder });
  const [job] = live.result.jobs;
  expect(job!.passRate).toMatchObject({ passed: 2, runs: 4, rate: 0.5 });
  const run = runOf(folder);
  const same = await runCase(scenario, ["--regrade", run], { folder });
  const [again] = same.result.jobs;
  expect(again!.rounds).toEqual(job!.rounds);
  expect(again!.judgements).toEqual(job!.judgements);
  expect(again!.live!.parent).toMatchObject({ sent: 0 });
  const other = { ...scenario, expect: { output: [{ contains: "answer" }] } };
  const graded = await runCase(other, ["--regrade", run, "--live-gate"], { folder });
  expect(graded.exit, graded.out + graded.err).toBe(0);
  expect(graded.result.jobs[0]!.passRate).toMatchObject({ passed: 4, runs: 4 });
  expect(provider.forks).toHaveLength(4);
  // Without the gate a missed expectation is advice, and with it a failure.
  expect((await runCase(scenario, ["--regrade", run, "--live-gate"], { folder })).exit).toBe(1);
  expect((await runCase(scenario, ["--regrade", "nowhere"], { folder })).err).toContain("HX321");

  const cassette = job!.live!.transcript!.folder;
  const inspected = await runForkproof(["inspect", cassette, "--json"], folder);
  const { exchanges } = JSON.parse(inspected.out) as { exchanges: readonly { id: string; relation: string }[] };
  expect(exchanges.map(({ relation }) => relation)).toEqual(["root", "branch", "branch", "branch", "branch"]);
  const kept = readdirSync(join(folder, cassette)).map((name) => readFileSync(join(folder, cassette, name), "utf8"));
  expect(kept.some((text) => text.includes(KEY))).toBe(false);
});

test("options about kept rounds are refused where they do nothing", async () => {
  const scenario = evalCase({ prompt: ["PROMPT v1;"] }, small);
  const folder = temporaryFolder();
  writeFileSync(join(folder, "live.yaml"), stringify(scenario));
  const refused = async (...options: readonly string[]): Promise<string> => {
    const { exit, err } = await runForkproof(["run", "live.yaml", ...options], folder, { ANTHROPIC_API_KEY: KEY });
    expect(exit).toBe(2);
    return err;
  };
  expect(await refused("--resume", "x")).toContain("--resume does nothing without --live");
  expect(await refused("--transcripts", "x")).toContain("--transcripts does nothing without --live");
  expect(await refused("--live", "--regrade", "x")).toContain("--regrade sends nothing");
  expect(await refused("--live", "--resume", "x")).toContain("HX321");
  expect(await refused("--live", "--resume", ".")).toContain("HX325");
});

test("a folder that cannot be written refuses a live run before it sends and pays a request", async () => {
  await using provider = await playEvals({});
  const folder = temporaryFolder();
  writeFileSync(join(folder, "taken"), "");
  const scenario = evalCase({ prompt: ["PROMPT v1;"] }, small);
  const options = ["--live", "--base-url", provider.baseUrl, "--transcripts", "taken/runs"];
  writeFileSync(join(folder, "live.yaml"), stringify(scenario));
  const { exit, err } = await runForkproof(["run", "live.yaml", ...options], folder, { ANTHROPIC_API_KEY: KEY });
  expect(err).toContain("HX516  cannot be written");
  expect([exit, provider.parents.length]).toEqual([3, 0]);
});

test("a run that goes on is not continued by a second process, which would send its rounds again", async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "live.yaml"), stringify(evalCase({ prompt: ["PROMPT v1;"] }, small)));
  await using provider = await playEvals({ answered: 1 });
  const options = ["--live", "--repeat", "4", "--jobs", "1", "--base-url", provider.baseUrl];
  const child = spawn(process.execPath, [main, "run", "live.yaml", ...options], {
    cwd: folder,
    env: { ANTHROPIC_API_KEY: KEY },
    stdio: "ignore",
  });
  // The second round waits for ever.
  await provider.whenAsked(2);
  const resumed = ["run", "live.yaml", ...options, "--resume", runOf(folder), "--report", "other.json"];
  const { exit, err } = await runForkproof(resumed, folder, { ANTHROPIC_API_KEY: KEY });
  child.kill("SIGKILL");
  await once(child, "exit");
  expect(err).toContain(`HX523  another run (process ${child.pid}) is writing to`);
  expect([exit, provider.forks.length]).toEqual([2, 2]);
});
