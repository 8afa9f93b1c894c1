import { readFileSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeTempFolder, type TempFolder } from "../../../harness/io/files/disk.ts";
import type { JobResult, RunResult } from "../../../harness/kernel/run-result.ts";
import { type Printed, runForkproof } from "../../cli/run-forkproof.ts";
import { harmful, harmless, writeJobs } from "./modules.ts";
import { processesIn } from "./processes-in.ts";

let folder: TempFolder;
let printed: Printed;
let jobs: readonly JobResult[];
/** A well-behaved job stands behind each other one. */
const names = [...Object.keys(harmful), ...Object.keys(harmless)].flatMap((name) => [name, "well-behaved"]);

// In one process: the job behind another one gets its worker.
beforeAll(async () => {
  folder = makeTempFolder();
  writeJobs(folder.path, names);
  printed = await runForkproof(["run", "--json", "--jobs", "1"], folder.path, {
    PATH: process.env["PATH"] ?? "",
    TOKEN_KEY: "a-secret-value",
  });
  ({ jobs } = JSON.parse(printed.out) as RunResult);
});
afterAll(() => folder[Symbol.dispose]());

function jobOf(name: string): JobResult {
  return jobs[names.indexOf(name)]!;
}

/** The first failure of a job, as its author reads it. */
function firstFailure(name: string): string {
  const { outcome, checks } = jobOf(name);
  const failed = checks.find(({ status }) => status === "failed");
  return `${outcome.status}: ${failed === undefined ? "" : `${failed.check}: ${failed.observed}`}`;
}

test("each harmful module fails its own job, and the run exits with 1", () => {
  for (const name of Object.keys(harmful)) expect(jobOf(name).outcome.status, name).toBe("failed");
  expect(printed.exit).toBe(1);
});

test("a well-behaved job passes after any other, as does a module that harms only its process", () => {
  expect(jobs).toHaveLength(names.length);
  const others = jobs.filter((_, at) => !Object.hasOwn(harmful, names[at]!));
  expect(others.filter(({ outcome }) => outcome.status !== "passed").map(({ id }) => id)).toEqual([]);
  expect(others).toHaveLength(names.length - Object.keys(harmful).length);
});

test("a well-behaved job finds the same process after any other", () => {
  const [first, ...others] = jobs.filter((_, at) => names[at] === "well-behaved").map((job) => job.printed);
  expect(first).toEqual({ stdout: expect.stringMatching(/^\{"folder":true,.*\}\n$/), stderr: "said\n" });
  const differ = others.flatMap((each, at) => (isDeepStrictEqual(each, first) ? [] : [`after ${names[2 * at + 2]}`]));
  expect(differ).toEqual([]);
});

test.each([
  [
    "exits",
    "failed: subject: the module ended its process with exit code 0: process.exit was called, at default scenarios/exits.mjs:9:11",
  ],
  ["exits-after-its-fork", "failed: subject: the module ended its process with exit code 0: process.exit was called"],
  ["mutes-the-process", "failed: subject: its process ended with exit code 0"],
  [
    "throws-in-a-timer",
    "failed: subject: the module threw where nothing catches it: late, at Timeout._onTimeout scenarios/throws-in-a-timer.mjs:9:28",
  ],
  [
    "leaves-a-rejection",
    "failed: subject: the module left a promise rejected: nobody waits, at default scenarios/leaves-a-rejection.mjs:9:18",
  ],
  ["loops", "failed: subject: HX195 the fork was not done after 500 ms and was stopped"],
  ["waits-forever", "failed: subject: HX195 the fork was not done after 500 ms and was stopped"],
  ["kills-itself", "failed: subject: its process ended with signal SIGSEGV"],
  ["throws", "failed: subject: the module failed: no configuration, at default scenarios/throws.mjs:9:9"],
  ["throws-a-response", `failed: subject: the module failed: ${"<html>".repeat(333)}<h… (6000000 characters), at `],
  ["throws-a-trap", "failed: subject: the module "],
  ["stops-itself", "failed: subject: HX195 the fork was not done after 500 ms and was stopped"],
  ["aborts", "failed: subject: its process ended with signal SIGABRT (run it"],
  ["floods-its-queue", "failed: subject: HX195 the fork was not done after 500 ms and was stopped"],
  ["blocks-its-end", "failed: subject: it blocked its process after its end"],
  ["leaves-a-request-open", "failed: subject: the module left a promise rejected: "],
  ["sends-again-later", "failed: script: HX41"],
  ["sends-no-json", "failed: script: HX250 fork sent a request that cannot be judged: "],
  ["sends-a-broken-path", "failed: script: "],
  [
    "asks-with-a-bigint",
    "failed: subject: the module failed: tools.call takes the name of a tool and its input, an object that JSON can hold, at default scenarios/asks-with-a-bigint.mjs",
  ],
  [
    "asks-with-a-circle",
    "failed: subject: the module failed: tools.call takes the name of a tool and its input, an object that JSON can hold, at default scenarios/asks-with-a-circle.mjs",
  ],
  [
    "asks-for-no-tool",
    "failed: subject: the module failed: tools.call takes the name of a tool and its input, an object that JSON can hold, at default scenarios/asks-for-no-tool.mjs",
  ],
  ["returns-a-flood", "failed: subject: the module failed: its output has 300000000 characters"],
  ["asks-no-provider", "failed: script: fork sent no request"],
  ["resolves-never", "failed: subject: HX195 the fork was not done after 500 ms and was stopped"],
  ["is-killed-by-its-thread", "failed: subject: its process ended with signal SIGKILL"],
  ["closes-the-pipe", "failed: subject: it closed forkproof's own pipe"],
  ["writes-onto-the-pipe", "failed: subject: it wrote onto forkproof's own pipe"],
])("the failure of a module that %s begins with its cause", (name, expected) => {
  expect(firstFailure(name).startsWith(expected), firstFailure(name)).toBe(true);
});

test("a module's output is kept with its job and reaches no stream of the run", () => {
  expect(jobOf("prints").printed).toEqual({ stdout: "::error::pwned\n", stderr: "##[error]pwned\n" });
  expect(printed.err).not.toContain("pwned");
});

test("the report is written where the run began, and contains the printed output", () => {
  const report = JSON.parse(readFileSync(join(folder.path, "reports/latest.json"), "utf8")) as RunResult;
  expect(report).toEqual(JSON.parse(printed.out));
});

test("the run leaves no process", () => {
  const left = processesIn(realpathSync(folder.path));
  if (left === null) console.warn("NOT CHECKED: this system has no /proc");
  expect(left ?? []).toEqual([]);
});
