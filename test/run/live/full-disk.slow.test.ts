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
