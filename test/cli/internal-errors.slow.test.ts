import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { stringify } from "yaml";

import { version } from "../../harness/kernel/version.ts";
import { temporaryFolder } from "../src/support/temporary-folder.ts";
import { type Printed, runForkproof } from "./run-forkproof.ts";
import { readReport } from "./waiting-run.ts";
import { writeTraffic } from "./write-traffic.ts";

let folder: string;
beforeAll(() => {
  folder = temporaryFolder();
  const into = join(folder, "scenarios");
  mkdirSync(into);
  writeTraffic(into);
  const source = resolve("fixtures/cassettes/scripted-parent");
  const fork = { subject: resolve("fixtures/subjects/parses-and-writes.ts"), prompt: "go" };
  const broken = { name: "broken", parent: { source, exchange: "reading-3" }, fork };
  const cases = [clean("first"), { ...broken, provider: { script: [{ text: "-" }] } }, clean("last")];
  for (const [at, each] of cases.entries()) writeFileSync(join(into, `${at}.yaml`), stringify(each));
});

function clean(name: string): object {
  const expected = { verdict: "byte-identical", findings: [] };
  const pair = { parent: { source: "traffic.jsonl", exchange: "2" }, fork: { recorded: { exchange: "3" } } };
  return { name, ...pair, expect: expected };
}

/** For a module the mocked provider is a server, which no other job here starts: what happens then is a fault of ours, in that job. */
function run(fault: string, environment: Readonly<Record<string, string>> = {}): Promise<Printed> {
  const preload = `
    import http from "node:http";
    import { syncBuiltinESMExports } from "node:module";
    const { createServer } = http;
    http.createServer = (...args) => { ${fault}; return createServer(...args); };
    syncBuiltinESMExports();`;
  const options = ["--import", `data:text/javascript,${encodeURIComponent(preload)}`];
  return runForkproof(["run"], folder, environment, options);
}

const faults = [
  ["is thrown", 'throw new Error("boom")'],
  ["is thrown by a timer", 'setTimeout(() => { throw new Error("boom"); }, 0)'],
  ["is an unhandled rejection", 'Promise.reject(new Error("boom"))'],
] as const;

test.for(faults)("an internal error that %s fails only its own job, and forkproof exits 3", async ([, fault]) => {
  const { exit, out, err } = await run(fault);
  expect(exit).toBe(3);
  const { outcome, jobs } = readReport(join(folder, "reports/latest.json"));
  expect(outcome).toBe("errored");
  expect(jobs.map((job) => [job.id, job.outcome.status])).toEqual([
    ["first", "passed"],
    ["broken", "errored"],
    ["last", "passed"],
  ]);
  expect(jobs[1]?.outcome).toMatchObject({
    error: {
      code: "HX998",
      what: `forkproof ${version} itself failed in the job "broken": boom`,
      where: "scenarios/1.yaml:1:7",
      fix: expect.stringMatching(/^report this with .*FORKPROOF_DEBUG=1/),
      exit: 3,
    },
  });
  expect(out).toContain("HX998");
  expect(`${out}${err}`).not.toContain("    at ");
});

test("FORKPROOF_DEBUG=1 shows the stack of an internal error on stderr, and nowhere else", async () => {
  const { out, err } = await run('throw new Error("boom");', { FORKPROOF_DEBUG: "1" });
  expect(err).toMatch(/^Error: boom\n {4}at /);
  expect(out).not.toContain("    at ");
});

test("an error that a job throws after the last job has ended does not lose the results", async () => {
  // The module that draws the table is loaded once all jobs have ended.
  const preload = `
    import { registerHooks } from "node:module";
    registerHooks({ load: (url, context, next) => {
      if (url.endsWith("/reporters/table.ts")) Promise.reject(new Error("boom"));
      return next(url, context);
    } });`;
  const options = ["--import", `data:text/javascript,${encodeURIComponent(preload)}`];
  const { exit, out, err } = await runForkproof(["run"], folder, {}, options);
  expect(out).toMatch(/passed {2}3 jobs in 3 files: 3 passed/);
  expect(err).toContain(`HX999  forkproof ${version} itself failed: boom\n`);
  expect(exit).toBe(3);
});

test("an unhandled internal error in another command is printed without its stack", async () => {
  const preload = 'process.nextTick(() => setTimeout(() => { throw new Error("boom"); }, 0));';
  const waits = ["--import", `data:text/javascript,${encodeURIComponent(preload)}`];
  const { exit, err } = await runForkproof(["serve", "--script", "scenarios/1.yaml"], folder, {}, waits);
  expect(exit).toBe(3);
  expect(err).toContain(`HX999  forkproof ${version} itself failed: boom\n`);
  expect(err).not.toContain("    at ");
});
