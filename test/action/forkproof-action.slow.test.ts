import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";

import { makeTempFolder, type TempFolder } from "../../harness/io/files/disk.ts";
import { action, type ActionRun, runAction, type Runner } from "./run-action.ts";
import { serveGitHub } from "./serve-github.ts";

let folder: TempFolder;
beforeEach(() => {
  folder = makeTempFolder();
});
afterEach(() => folder[Symbol.dispose]());

const REPORT = "<!-- forkproof -->\n| scenario | result |\n| --- | --- |\n| my fork | failed |\n";
const EVENT = { pull_request: { number: 7 } };

/** A program that does with its options what forkproof does: it prints them, writes the report that they name, and exits. */
function standIn(exit: number, report: string | null = REPORT): string {
  const path = join(folder.path, "stand-in");
  const write = report === null ? "" : `mkdir -p reports\ncat > reports/forkproof.md <<'REPORT'\n${report}REPORT\n`;
  writeFileSync(path, `#!/bin/sh\nfor each in "$@"; do echo "[$each]"; done\n${write}exit ${exit}\n`);
  chmodSync(path, 0o755);
  return "./stand-in";
}

function run(runner: Runner): Promise<ActionRun> {
  return runAction(folder.path, runner);
}

test("the action passes the command and its arguments on, and ends with forkproof's exit code", async () => {
  const inputs = {
    forkproof: standIn(1),
    command: "gate",
    arguments: `--mock "two words.yaml" -- npm test`,
    comment: "false",
  };
  const { steps, summary, upload } = await run({ inputs });
  expect(steps["run"]?.exit).toBe(0);
  expect(steps["run"]?.log.match(/^\[.*\]$/gm)).toEqual([
    "[gate]",
    "[--reporter]",
    "[minimal]",
    "[--reporter]",
    "[markdown=reports/forkproof.md]",
    "[--mock]",
    "[two words.yaml]",
    "[--]",
    "[npm]",
    "[test]",
  ]);
  expect(summary).toBe(REPORT);
  expect(upload).toEqual({ name: "forkproof", path: "reports", "if-no-files-found": "ignore" });
  expect(Object.keys(steps)).toEqual(["run", "summary", "result"]);
  expect(steps["result"]?.exit).toBe(1);
});

test("the action succeeds with forkproof", async () => {
  const { steps } = await run({ inputs: { forkproof: standIn(0), comment: "false" } });
  expect(steps["result"]?.exit).toBe(0);
});

test("the action fails if forkproof never began", async () => {
  const { steps, summary } = await run({ inputs: { forkproof: "./no-such-program", comment: "false" } });
  expect(steps["result"]?.exit).toBe(127);
  expect(summary).toContain("forkproof left no report at reports/forkproof.md (ENOENT)");
});

test("the action fails if its arguments cannot be read", async () => {
  const { steps } = await run({ inputs: { forkproof: standIn(0), arguments: '--tag "smoke', comment: "false" } });
  expect(steps["run"]?.exit).not.toBe(0);
  expect(steps["result"]?.exit).toBe(3);
});

test("a report that an earlier run left is not shown for this one", async () => {
  await run({ inputs: { forkproof: standIn(0), comment: "false" } });
  writeFileSync(join(folder.path, ".runner-summary-summary"), "");
  const { summary } = await run({ inputs: { forkproof: standIn(2, null), comment: "false" } });
  expect(summary).not.toContain("my fork");
});

test("the summary is cut to one MiB at the end of a line", async () => {
  const long = `<!-- forkproof -->\n${"| é a line of the report |\n".repeat(60_000)}`;
  const { summary } = await run({ inputs: { forkproof: standIn(0, long), comment: "false" } });
  expect(Buffer.byteLength(summary)).toBeLessThanOrEqual(1024 ** 2);
  expect(Buffer.byteLength(summary)).toBeGreaterThan(1024 ** 2 - 100);
  expect(summary).toMatch(/of the report \|\n\nThe report was cut here/);
});

test("the action comments on the pull request, and replaces its comment in a later run", async () => {
  const others = Array.from({ length: 150 }, (_, at) => ({ id: at + 1, body: `comment ${at} <!-- forkproof -->` }));
  await using github = await serveGitHub(others);
  const environment = { GITHUB_API_URL: github.url.origin };
  const inputs = { forkproof: standIn(1), token: "ghs_test" };
  const first = await run({ inputs, event: EVENT, environment });
  expect(first.steps["comment"]).toEqual({ exit: 0, log: "forkproof: commented on the pull request\n" });
  expect(github.comments.at(-1)).toEqual({ id: 151, body: REPORT });
  expect(github.asked.at(-1)).toBe("POST /repos/ship/notes/issues/7/comments Bearer ghs_test");

  const fixed = REPORT.replace("failed", "passed");
  const later = await run({ inputs: { ...inputs, forkproof: standIn(0, fixed) }, event: EVENT, environment });
  expect(later.steps["comment"]?.log).toBe("forkproof: replaced the comment of an earlier run\n");
  expect(github.comments).toHaveLength(151);
  expect(github.comments.at(-1)).toEqual({ id: 151, body: fixed });
});

test("a comment is no longer than GitHub allows, and a report without the marker gets it", async () => {
  await using github = await serveGitHub();
  const environment = { GITHUB_API_URL: github.url.origin };
  const inputs = { forkproof: standIn(0, "| line |\n".repeat(20_000)), token: "ghs_test" };
  await run({ inputs, event: EVENT, environment });
  const [comment] = github.comments;
  expect(comment?.body.startsWith("<!-- forkproof -->\n| line |\n")).toBe(true);
  expect(comment?.body.length).toBeLessThanOrEqual(65_536);
});

test("without permission the action says so, and the result of forkproof stands", async () => {
  await using github = await serveGitHub([], 403);
  const environment = { GITHUB_API_URL: github.url.origin };
  const { steps } = await run({ inputs: { forkproof: standIn(0), token: "ghs_test" }, event: EVENT, environment });
  expect(steps["comment"]?.exit).toBe(0);
  expect(steps["comment"]?.log).toMatch(
    /^forkproof: no comment: GitHub answered POST .* with 403.*pull-requests: write/,
  );
  expect(steps["result"]?.exit).toBe(0);
});

test.for([
  ["without a token", { token: "" }, EVENT, "there is no token"],
  ["outside a pull request", { token: "ghs_test" }, {}, "this run belongs to no pull request"],
  ["while GitHub is down", { token: "ghs_test" }, EVENT, "fetch failed"],
] as const)("the action says why it does not comment %s, and goes on", async ([, inputs, event, why]) => {
  const environment = { GITHUB_API_URL: "http://127.0.0.1:1" };
  const { steps } = await run({ inputs: { ...inputs, forkproof: standIn(1) }, event, environment });
  expect(steps["comment"]).toMatchObject({ exit: 0, log: expect.stringContaining(`no comment: ${why}`) as string });
  expect(steps["result"]?.exit).toBe(1);
});

test("the action is composite, and every input that a step reads exists", () => {
  expect(action.runs.using).toBe("composite");
  const read = JSON.stringify(action.runs.steps).matchAll(/inputs\.(\w+)/g);
  for (const [, name = ""] of read) expect(Object.keys(action.inputs)).toContain(name);
  for (const { run: line = "" } of action.runs.steps) expect(line).not.toContain("${{");
});

test("the README of the action lists its inputs with their defaults", () => {
  const readme = readFileSync(resolve(import.meta.dirname, "../../.github/actions/forkproof/README.md"), "utf8");
  const rows = [...readme.matchAll(/^\| `(\w+)` +\|([^|]*)\|/gm)].map(([, name, cell = ""]) => [
    name,
    /`(.*)`/.exec(cell)?.[1] ?? "",
  ]);
  const inputs = Object.entries(action.inputs).map(([name, each]) => [name, name === "token" ? "" : each.default]);
  expect(rows).toEqual(inputs);
});

test("the real program writes the comment, the summary, the annotations and the evidence of its run", async () => {
  await using github = await serveGitHub();
  const source = resolve(import.meta.dirname, "../../fixtures/cassettes/scripted-parent");
  const head = `parent: { source: ${source}, exchange: reading-3 }\nfork: { strategy: pass-through, prompt: go }\n`;
  const scenario = (name: string, says: string): string =>
    `name: ${name}\n${head}provider: { script: [{ text: A. }] }\nexpect: { output: [{ contains: ${says} }] }\n`;
  mkdirSync(join(folder.path, "scenarios"));
  writeFileSync(join(folder.path, "scenarios/good.yaml"), scenario("good", "A"));
  writeFileSync(join(folder.path, "scenarios/bad.yaml"), scenario("bad", "Z"));
  const forkproof = `${process.execPath} ${resolve(import.meta.dirname, "../../harness/cli/main.ts")}`;
  const environment = { GITHUB_API_URL: github.url.origin };
  const { steps, summary } = await run({ inputs: { forkproof, token: "ghs_test" }, event: EVENT, environment });
  expect([steps["run"]?.exit, steps["result"]?.exit]).toEqual([0, 1]);
  expect(steps["run"]?.log).toMatch(/^::error file=scenarios\/bad\.yaml,line=5,/m);
  expect(summary.match(/\*\*forkproof failed\*\*/g)).toHaveLength(1);
  expect(github.comments).toEqual([
    { id: expect.any(Number), body: expect.stringMatching(/^<!-- forkproof -->\n[^]*bad\.yaml:5/) },
  ]);
  expect(readdirSync(join(folder.path, "reports/failed"))).toHaveLength(1);
});
