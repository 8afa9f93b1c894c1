import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeTempFolder } from "../../../harness/io/disk.ts";
import { runCommand } from "../../../harness/run/fork/command-subject.ts";

/** One that has ended stays in the table until its parent takes notice, and runs no more. */
function isRunning(pid: number): boolean {
  const { stdout } = spawnSync("ps", ["-o", "stat=", "-p", String(pid)], { encoding: "utf8" });
  return !/^(?:Z.*)?$/.test(stdout.trim());
}

test("a command that is ended takes with it all that it started", async () => {
  using folder = makeTempFolder();
  const told = join(folder.path, "started");
  const late = new AbortController();
  const running = runCommand(["sh", "-c", "sleep 600 & echo $! > told; mv told started; wait"], folder.path, {
    baseUrl: "http://127.0.0.1:1",
    apiKey: "any",
    directive: "go",
    signal: late.signal,
  });
  await expect.poll(() => existsSync(told)).toBe(true);
  const started = Number(readFileSync(told, "utf8"));
  expect(isRunning(started)).toBe(true);
  late.abort();
  expect((await running).error).toContain("the command ended with signal SIGKILL");
  await expect.poll(() => isRunning(started)).toBe(false);
});
