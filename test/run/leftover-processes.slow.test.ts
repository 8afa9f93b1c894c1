import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { stringify } from "yaml";

import { isRunning } from "../../harness/io/process-identity.ts";
import { endProcess, startForkproof, waitingProcess } from "../cli/waiting-run.ts";
import { temporaryFolder } from "../src/support/temporary-folder.ts";

/** Code that starts a process in a session of its own, without streams, which nothing waits for; its number is in `<name>.pid`. */
const leave = (name: string, options = ""): string => `
  const { spawn } = await import("node:child_process");
  const { writeFileSync } = await import("node:fs");
  const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1e6)", "${name}"], { detached: true, stdio: "ignore", ${options} });
  child.unref();
  writeFileSync(new URL("${name}.pid", import.meta.url), String(child.pid));
`;

const endless = `
  const { renameSync } = await import("node:fs");
  writeFileSync(new URL("draft", import.meta.url), String(process.pid));
  renameSync(new URL("draft", import.meta.url), new URL("waiting", import.meta.url));
  setInterval(() => {}, 1e6);
`;

function writeJobs(folder: string, ends: boolean): void {
  const into = join(folder, "scenarios");
  mkdirSync(into);
  const files = {
    "module.mjs": `export default async () => {${leave("of-a-module")}};`,
    // Its process ends, so that only the mark in the environment shows whose the child is.
    "exits.mjs": `export default async () => {${leave("of-an-exit")} process.exit(0); };`,
    "without.mjs": `export default async () => {${leave("without-environment", "env: {}")}};`,
    "command.mjs": `${leave("of-a-command")}${ends ? "" : endless}`,
  };
  for (const [name, code] of Object.entries(files)) writeFileSync(join(into, name), code);
  const forks = [
    { subject: "exits.mjs", prompt: "go" },
    { subject: "module.mjs", prompt: "go" },
    { subject: "without.mjs", prompt: "go" },
    { command: [process.execPath, "command.mjs"] },
  ];
  const parent = { source: resolve("fixtures/cassettes/scripted-parent"), exchange: "reading-3" };
  for (const [at, fork] of forks.entries()) {
    const scenario = { name: `job ${at}`, parent, fork, timeout: "1h", provider: { script: [{ text: "-" }] } };
    writeFileSync(join(into, `${at}.yaml`), stringify(scenario));
  }
}

const names = ["of-an-exit", "of-a-module", "without-environment", "of-a-command"];

/** A zombie does not count: its end may never be read. */
const isAlive = (pid: number): boolean => isRunning({ pid, startedAt: null });

function leftBehind(folder: string): readonly number[] {
  const pids = names.map((name) => Number(readFileSync(join(folder, "scenarios", `${name}.pid`), "utf8")));
  onTestFinished(() => pids.forEach(endProcess));
  return pids;
}

test.runIf(existsSync("/proc/self/environ"))(
  "a run ends detached processes that its jobs left, and names them",
  async () => {
    const folder = temporaryFolder();
    writeJobs(folder, true);
    const { exit, err } = await startForkproof(["run", "--jobs", "1"], folder).ended;
    const pids = leftBehind(folder);
    expect(pids.filter(isAlive)).toEqual([]);
    expect(exit).toBe(1);
    const [line = "", ...others] = err.split("\n").filter((each) => each.startsWith("ended "));
    expect(others).toEqual([]);
    const result: { readonly jobs: readonly { readonly id: string; readonly warnings: readonly object[] }[] } =
      JSON.parse(readFileSync(join(folder, "reports/latest.json"), "utf8"));
    expect(result.jobs.map(({ id, warnings }) => [id, warnings])).toEqual([
      ["job 0", []],
      ["job 1", []],
      ["job 2", []],
      [
        "job 3",
        [
          {
            code: "LEFT",
            message: expect.stringMatching(/^the command left 1 process running \(node -e .*\): requests sent/),
          },
        ],
      ],
    ]);
    expect(line).toContain("ended 4 processes that jobs had left running: ");
    for (const [at, pid] of pids.entries())
      expect(line).toContain(`node -e setInterval(() => {}, 1e6) ${names[at]} (${pid})`);
  },
);

test.runIf(existsSync("/proc/self/environ"))("an interrupted run ends detached processes, too", async () => {
  const folder = temporaryFolder();
  writeJobs(folder, false);
  const { child, ended } = startForkproof(["run", "--jobs", "1"], folder);
  await waitingProcess(folder);
  child.kill("SIGTERM");
  expect((await ended).exit).toBe(130);
  expect(leftBehind(folder).filter(isAlive)).toEqual([]);
});
