import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeTempFolder } from "../../../harness/io/files/disk.ts";
import { runCommand } from "../../../harness/run/fork/command-subject.ts";

/** One that has ended stays in the table until its parent takes notice, and runs no more. */
function isRunning(pid: number): boolean {
  const { stdout } = spawnSync("ps", ["-o", "stat=", "-p", String(pid)], { encoding: "utf8" });
  return !/^(?:Z.*)?$/.test(stdout.trim());
}

test("a command that is terminated takes with it every process that it started", async () => {
  using folder = makeTempFolder();
  const told = join(folder.path, "started");
  const late = new AbortController();
  const running = runCommand(
    ["sh", "-c", "sleep 600 & echo $! > told; mv told started; wait"],
    { folder: folder.path, env: {} },
    {
      baseUrl: "http://127.0.0.1:1",
      apiKey: "any",
      directive: "go",
      signal: late.signal,
    },
  );
  await expect.poll(() => existsSync(told)).toBe(true);
  const started = Number(readFileSync(told, "utf8"));
  expect(isRunning(started)).toBe(true);
  late.abort();
  expect((await running).error).toContain("the command ended with signal SIGKILL");
  await expect.poll(() => isRunning(started)).toBe(false);
});

test("a program that fails shows the error above its stack", async () => {
  const errorOf = async (...command: readonly string[]): Promise<string | null> => {
    using folder = makeTempFolder();
    const task = {
      baseUrl: "http://127.0.0.1:1",
      apiKey: "any",
      directive: "go",
      signal: new AbortController().signal,
    };
    return (await runCommand(command, { folder: folder.path, env: {} }, task)).error;
  };
  const missing = await errorOf(process.execPath, "--input-type=module", "-e", 'import "no-such-package"');
  expect(missing).toContain("ended with exit code 1: ");
  expect(missing).toContain("Cannot find package 'no-such-package'");
  expect(missing).not.toContain("    at ");

  const verbose =
    'throw Object.assign(new TypeError("no such turn"), { a: [1, 2, 3, 4, 5].map((n) => ({ n, "long name": "x".repeat(80) })) })';
  expect(await errorOf(process.execPath, "-e", verbose)).toContain("TypeError: no such turn");
  // A language that ends with what was thrown, and a program that only talks.
  expect(
    await errorOf("sh", "-c", "printf 'Traceback\\n  File x\\nModuleNotFoundError: No module named y\\n' >&2; exit 3"),
  ).toBe("the command ended with exit code 3: Traceback\n  File x\nModuleNotFoundError: No module named y");
  expect(await errorOf("sh", "-c", "for i in 1 2 3 4 5 6; do echo line $i >&2; done; exit 1")).toBe(
    "the command ended with exit code 1: line 2\nline 3\nline 4\nline 5\nline 6",
  );
  expect(await errorOf("sh", "-c", "exit 1")).toContain("it said nothing on stderr");
});
