import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv } from "ajv";
import { afterAll, beforeAll, expect, test } from "vitest";

import { makeTempFolder, type TempFolder } from "../../harness/io/files/disk.ts";
import judgementSchema from "../../harness/report/judgement.schema.json" with { type: "json" };
import runResultSchema from "../../harness/report/run-result.schema.json" with { type: "json" };
import { type Printed, runForkproof, transcriptOf } from "./run-forkproof.ts";
import { writeScenarios } from "./write-scenarios.ts";

let folder: TempFolder;
beforeAll(() => {
  folder = makeTempFolder();
  writeScenarios(folder.path);
});
afterAll(() => folder[Symbol.dispose]());

const run = (...args: readonly string[]): Promise<Printed> => runForkproof(["run", ...args], folder.path);
const reportAt = (path: string): unknown => JSON.parse(readFileSync(join(folder.path, path), "utf8"));
const lastLine = ({ out }: Printed): string => withoutTime(out).trimEnd().split("\n").at(-1) ?? "";
const withoutTime = (text: string): string => text.replace(/\(\d+\.\d s\)/, "(0.0 s)");

test.for(["run", "run scenarios/clean.yaml", "validate", "validate scenarios/clean.yaml"])(
  "the printed output matches its snapshot: forkproof %s",
  async (line) => {
    const args = line.split(" ");
    const transcript = withoutTime(transcriptOf(args, await runForkproof(args, folder.path)));
    await expect(transcript).toMatchFileSnapshot(`golden/forkproof ${line.replaceAll("/", " ")}.txt`);
  },
);

test("run prints the same document that it writes, and it fits the published schema", async () => {
  const { out, exit } = await run("--json", "--report", "out/deep/result.json");
  const ajv = new Ajv({ allErrors: true, allowUnionTypes: true, schemas: [judgementSchema] });
  const document: unknown = JSON.parse(out);
  ajv.validate(runResultSchema, document);
  expect(ajv.errors).toBeNull();
  expect(document).toEqual(reportAt("out/deep/result.json"));
  expect(document).toMatchObject({ outcome: "failed", summary: { passed: 1, failed: 1, errored: 1, skipped: 1 } });
  expect(exit).toBe(1);
});

test("run gives the same document for the same inputs, except for times", async () => {
  const both = await Promise.all([run("--json", "--report", "one.json"), run("--json", "--report", "two.json")]);
  const [one, two] = both.map(({ out }) => out.slice(0, out.indexOf('"timing"')));
  expect(one).toBe(two);
  expect(one).not.toContain(folder.path);
});

test("run selects by tag and by name", async () => {
  expect(lastLine(await run("--tag", "smoke"))).toBe("passed  1 job in 4 files: 1 passed, 0 failed (0.0 s)");
  expect(lastLine(await run("--name", "lost a tool$"))).toBe("failed  1 job in 4 files: 0 passed, 1 failed (0.0 s)");
});

test("run prints a line for the former name of a key, which --max-warnings does not count", async () => {
  const clean = readFileSync(join(folder.path, "scenarios/clean.yaml"), "utf8").replace(
    "traffic",
    "../scenarios/traffic",
  );
  const broken = clean
    .replace('exchange: "3"', 'exchange: "4"')
    .replace(/expect: .*\n/, "expect: { verdict: diverged }\n");
  mkdirSync(join(folder.path, "former"));
  writeFileSync(join(folder.path, "former/a.yaml"), `${broken}movesPrefix: { reason: the tool is hidden }\n`);
  const line = "former/a.yaml:6:1: `movesPrefix` is deprecated: write `expectBreak`\n";
  expect(await run("--max-warnings", "0", "former")).toMatchObject({
    exit: 0,
    err: `${line}report: reports/latest.json\n`,
  });
  expect(await runForkproof(["validate", "former"], folder.path)).toMatchObject({ exit: 0, err: line });
});

test("run --bail stops at the first job that does not pass, and calls the run failed", async () => {
  const printed = await run("--bail", "scenarios/clean.yaml", "scenarios/lost-tool.yaml", "scenarios/missing.yaml");
  expect(lastLine(printed)).toBe("failed  2 jobs in 3 files: 1 passed, 1 failed, 1 not run (0.0 s)");
  expect(printed.exit).toBe(1);
});

test.for([["--tag", "no-such-tag"], ["nowhere"], ["--max-warnings", "few"]])("run refuses %o", async (args) => {
  const { exit, out, err } = await run(...args);
  expect({ exit, out }).toEqual({ exit: 2, out: "" });
  expect(err).toMatch(/^HX\d{3}  .+\n(.*\n)* {7}fix    /);
});

test("run reports the finished jobs after Ctrl-C, and exits 130", async () => {
  const many = join(folder.path, "many");
  mkdirSync(many);
  const numbers = Array.from({ length: 200 }, (_, index) => index).join(", ");
  const clean = readFileSync(join(folder.path, "scenarios/clean.yaml"), "utf8");
  const named = clean.replace("traffic", "../scenarios/traffic").replace("a fork", `fork \${number}`);
  const text = `${named}matrix: { number: [${numbers}] }\n`;
  writeFileSync(join(many, "many.yaml"), text);

  // Presses Ctrl-C in that process as soon as it listens.
  const press = `setImmediate(function poll() {
    if (process.listenerCount("SIGINT") > 0) process.kill(process.pid, "SIGINT");
    else setImmediate(poll).unref();
  })`;
  const pressing = ["--import", `data:text/javascript,${encodeURIComponent(press)}`];
  const printed = await runForkproof(["run", "many", "--report", "partial.json"], folder.path, {}, pressing);

  expect(printed.exit).toBe(130);
  expect(printed.err).toContain("SIGINT: ending now, without the jobs that run; ");
  expect(lastLine(printed)).toMatch(/^interrupted {2}\d+ jobs? in 1 file: .* not run/);
  expect(reportAt("partial.json")).toMatchObject({ outcome: "interrupted", summary: { failed: 0 } });
});
