import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { stringify } from "yaml";
import { main } from "../../cli/run-forkproof.ts";
import { temporaryFolder } from "../../src/support/temporary-folder.ts";
import { evalCase } from "./eval-case.ts";
import { playEvals } from "./eval-provider.ts";
import { KEY } from "./run-live.ts";

const hasDisks = spawnSync("bwrap", ["--dev-bind", "/", "/", "--tmpfs", "/mnt", "true"]).status === 0;
if (!hasDisks) console.warn("NOT RUN: no bwrap that may mount a file system here (Debian: apt-get install bubblewrap)");

const small = { parent: { source: resolve("fixtures/cassettes/scripted-parent"), exchange: "reading-3" } };

/** Runs a live scenario with its transcripts on a disk of so many bytes. */
async function runOnDisk(
  bytes: number,
  scenario: object,
  options: readonly string[],
): Promise<{ readonly exit: number | null; readonly out: string; readonly err: string }> {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "live.yaml"), stringify(scenario));
  writeFileSync(join(folder, "tone.md"), "Grade the tone.");
  const disk = ["--dev-bind", "/", "/", "--size", String(bytes), "--tmpfs", "/mnt"];
  const run = [process.execPath, main, "run", "live.yaml", "--live", "--transcripts", "/mnt/runs", ...options];
  const child = spawn("bwrap", [...disk, ...run], { cwd: folder, env: { ANTHROPIC_API_KEY: KEY } });
  const [out, err, [exit]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "exit")]);
  return { exit: exit as number | null, out, err };
}

test.skipIf(!hasDisks)("a disk that fills between rounds leaves what the finished rounds found and cost", async () => {
  await using provider = await playEvals({});
  const scenario = evalCase({ prompt: ["PROMPT v1;"] }, small);
  const run = await runOnDisk(100_000, scenario, ["--repeat", "8", "--jobs", "1", "--base-url", provider.baseUrl]);
  expect(run.exit).toBe(3);
  const done = provider.forks.length;
  expect(done).toBeGreaterThan(1);
  expect(done).toBeLessThan(8);
  // The last one is paid for too, though it is not kept.
  expect(run.out).toMatch(/HX516 {2}cannot be written \(ENOSPC\)/);
  expect(run.out).toContain(`observed  ${done}, the other ${8 - done} not run: cannot be written (ENOSPC)`);
  expect(run.out).toMatch(new RegExp(`spent \\$0\\.01\\d\\d in ${done} runs, `));
});

test.skipIf(!hasDisks)("a disk that is full in one live job keeps the others from sending anything", async () => {
  await using provider = await playEvals({});
  const scenario = evalCase({ prompt: ["PROMPT v1;", "PROMPT v2;", "PROMPT v3;"] }, small);
  const run = await runOnDisk(100_000, scenario, ["--repeat", "8", "--jobs", "1", "--base-url", provider.baseUrl]);
  expect(run.exit).toBe(3);
  const prompts = provider.forks.map((body) => /PROMPT v\d/.exec(body.toString())?.[0]);
  expect(new Set(prompts)).toEqual(new Set(["PROMPT v1"]));
  expect(run.out).toContain(`observed  ${prompts.length}, the other ${8 - prompts.length} not run: cannot be written`);
  expect(run.out).toMatch(/3 jobs in 1 file: 0 passed, 0 failed, 3 errored/);
});

test.skipIf(!hasDisks)(
  "a disk that is full when a grade comes leaves the round, its grade and both costs",
  async () => {
    await using provider = await playEvals({ grades: () => JSON.stringify({ score: 5, why: "fine ".repeat(40_000) }) });
    const grader = { grader: "tone.md", model: "claude-sonnet-4-5", atLeast: 4 };
    const scenario = evalCase({ prompt: ["PROMPT v1;"] }, { ...small, expect: { output: [grader] } });
    const run = await runOnDisk(100_000, scenario, ["--repeat", "8", "--jobs", "1", "--base-url", provider.baseUrl]);
    expect(run.exit).toBe(3);
    expect([provider.forks.length, provider.graded.length]).toEqual([1, 1]);
    expect(run.out).toMatch(/HX516 {2}cannot be written \(ENOSPC\)/);
    expect(run.out).toContain("observed  1, the other 7 not run: cannot be written (ENOSPC)");
    expect(run.out).toMatch(
      /spent \$0\.0169, \$0\.0114 of it for the parent.s request, \$0\.0045 for 1 request to graders/,
    );
  },
);
