import { spawnSync } from "node:child_process";
import { closeSync, existsSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";

import { temporaryFolder } from "../src/support/temporary-folder.ts";
import { main, runForkproof } from "./run-forkproof.ts";
import { readReport } from "./waiting-run.ts";
import { writeScenarios } from "./write-scenarios.ts";

let folder: string;
beforeAll(() => {
  folder = temporaryFolder();
  writeScenarios(folder);
});

/** Runs the CLI with its stdout in a file, or on a device. */
function printInto(
  path: string,
  args: readonly string[],
  nodeOptions: readonly string[] = [],
): { readonly exit: number | null; readonly err: string } {
  const stdout = openSync(path, "w");
  try {
    const { status, stderr } = spawnSync(process.execPath, [...nodeOptions, main, ...args], {
      cwd: folder,
      env: {},
      stdio: ["ignore", stdout, "pipe"],
      encoding: "utf8",
    });
    return { exit: status, err: stderr };
  } finally {
    closeSync(stdout);
  }
}

/** Writes a thousand bytes at a time, as a disk does that is nearly full, and no more than `limit` in all. */
const nearlyFull = (limit: number): string => `
  import fs from "node:fs";
  import { syncBuiltinESMExports } from "node:module";
  const { writeSync } = fs;
  let left = ${limit};
  fs.writeSync = (descriptor, bytes, from = 0) => {
    if (descriptor !== 1) return writeSync(descriptor, bytes, from);
    if (left === 0) throw Object.assign(new Error("no space left"), { code: "ENOSPC" });
    const written = writeSync(descriptor, bytes, from, Math.min(bytes.length - from, 1000, left));
    left -= written;
    return written;
  };
  syncBuiltinESMExports();`;
const preloaded = (source: string): readonly string[] => [
  "--import",
  `data:text/javascript,${encodeURIComponent(source)}`,
];

test.for([
  "run scenarios/clean.yaml --json",
  "run scenarios/clean.yaml",
  "judge scenarios/traffic.jsonl --parent 2 --child 4",
  "inspect scenarios/traffic.jsonl --json",
  "simulate scenarios/traffic.jsonl",
  "validate scenarios/clean.yaml",
  "explain CB202",
  "--help",
])("forkproof %s exits 3 when its output cannot be written, and shows no stack", (line) => {
  const { exit, err } = printInto("/dev/full", line.split(" "));
  expect(exit).toBe(3);
  expect(err).toMatch(/^HX516 {2}cannot be written \(ENOSPC\)\n {7}where {2}stdout\n/m);
  expect(err).not.toContain("    at ");
});

/** What a shell says of a command line of ours behind which it writes `redirection`. */
function inShell(line: string, redirection: string, stdout: "pipe" | "ignore" = "pipe", shell = "sh"): string {
  // The echo keeps the shell from becoming the program itself.
  const script = `"${process.execPath}" "${main}" ${line} ${redirection}; echo "exit $?" >&2`;
  const stdio = ["ignore", stdout, "pipe"] as const;
  return spawnSync(shell, ["-c", script], { cwd: folder, env: {}, stdio: [...stdio], encoding: "utf8" }).stderr;
}

test
  .runIf(existsSync("/proc/self/fdinfo"))
  .for(["run scenarios/clean.yaml", "run scenarios/clean.yaml --json", "--help"])(
  "forkproof %s exits 3 when its stdout is closed",
  (line) => {
    const told = inShell(line, ">&-");
    expect(told).toMatch(/^HX516 {2}cannot be written \(EBADF\)\n {7}where {2}stdout\n {7}fix {4}stdout is closed: /m);
    expect(told).toMatch(/^exit 3$/m);
  },
);

test("output that its reader discards on purpose fails no command", () => {
  // Dash redirects itself while its program runs, Bash only the program.
  const shells = ["sh", "bash"].filter((shell) => spawnSync(shell, ["-c", ":"]).status === 0);
  expect(shells).toContain("sh");
  for (const shell of shells) expect(inShell("--version", "> /dev/null", "pipe", shell), shell).toBe("exit 0\n");
  expect(inShell("--version", "", "ignore")).toBe("exit 0\n");
});

test("a run whose output fails keeps its report, and exits 3 even if a job failed", () => {
  expect(printInto("/dev/full", ["run", "scenarios/lost-tool.yaml", "--json"]).exit).toBe(3);
  expect(readReport(join(folder, "reports/latest.json")).outcome).toBe("failed");
});

test("a document reaches a file completely if the disk accepts it in pieces", async () => {
  const path = join(folder, "whole.json");
  const args = ["judge", "scenarios/traffic.jsonl", "--parent", "2", "--child", "4", "--json"];
  expect(printInto(path, args, preloaded(nearlyFull(1e9))).exit).toBe(1);
  expect(readFileSync(path, "utf8")).toBe((await runForkproof(args, folder)).out);
});

test("a file that accepts only a part of a document makes the exit code 3", () => {
  const args = ["judge", "scenarios/traffic.jsonl", "--parent", "2", "--child", "4", "--json"];
  const { exit, err } = printInto(join(folder, "part.json"), args, preloaded(nearlyFull(1500)));
  expect(exit).toBe(3);
  expect(err).toContain("HX516  cannot be written (ENOSPC)");
  expect(readFileSync(join(folder, "part.json"))).toHaveLength(1500);
});

test("a batch stops once its output has failed", () => {
  const pair = JSON.stringify({ source: "scenarios/traffic.jsonl", parent: "2", child: "3" });
  writeFileSync(join(folder, "pairs.jsonl"), `${pair}\n`.repeat(50));
  const { exit, err } = printInto("/dev/full", ["judge", "--batch", "pairs.jsonl", "--json"]);
  expect({ exit, told: err.match(/HX516/g)?.length }).toEqual({ exit: 3, told: 1 });
});
