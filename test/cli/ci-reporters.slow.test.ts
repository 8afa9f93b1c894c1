import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { stringify } from "yaml";

import type { RunResult } from "../../harness/kernel/run-result.ts";
import { temporaryFolder } from "../src/support/temporary-folder.ts";
import { type Printed, runForkproof } from "./run-forkproof.ts";
import { writeScenarios } from "./write-scenarios.ts";

let root = "";
let folder = "";
beforeAll(() => {
  root = temporaryFolder();
  folder = join(root, "packages/agent");
  mkdirSync(folder, { recursive: true });
  writeScenarios(folder);
  const parent = { source: resolve("fixtures/cassettes/scripted-parent"), exchange: "reading-3" };
  writeFileSync(join(folder, "scenarios/shouts.mjs"), 'console.log("::error::pwned"); process.exitCode = 1;');
  writeFileSync(
    join(folder, "scenarios/shouts.mjs"),
    'export default async () => { console.log("::error::pwned"); throw new Error("it broke"); };',
  );
  const cases = {
    shouts: {
      name: "a fork that shouts",
      parent,
      fork: { subject: "shouts.mjs", prompt: "go" },
      provider: { script: [{ text: "-" }] },
    },
    late: {
      name: "a fork that is asked too late",
      parent,
      fork: { strategy: "pass-through", prompt: "go" },
      provider: { forkAfter: "6m", script: [{ text: "Done." }] },
      expect: { findings: ["CB701"] },
    },
    good: {
      name: "a good fork",
      parent,
      fork: { strategy: "pass-through", prompt: "go" },
      provider: { script: [{ text: "Done." }] },
    },
    dear: {
      name: "a dear fork",
      parent,
      fork: { strategy: "pass-through", prompt: "go" },
      provider: { script: [{ text: "Done." }] },
      expect: { cost: { usd: "<= 0.000001" } },
    },
  };
  for (const [name, text] of Object.entries(cases))
    writeFileSync(join(folder, `scenarios/${name}.yaml`), stringify(text));
});

/** The environment that GitHub's runner sets for a step. */
function runInWorkflow(...options: readonly string[]): Promise<Printed> {
  const summary = join(root, "summary.md");
  writeFileSync(summary, "# another step\n");
  return runForkproof(["run", ...options], folder, {
    CI: "true",
    GITHUB_ACTIONS: "true",
    GITHUB_WORKSPACE: root,
    GITHUB_STEP_SUMMARY: summary,
  });
}

const annotations = (text: string): readonly string[] =>
  text.split("\n").filter((line) => /^::(error|warning) file=/.test(line));

test("in a GitHub workflow, failures are annotated at their expectations and the summary is appended", async () => {
  const { exit, out } = await runInWorkflow(
    "--reporter",
    "minimal",
    "--reporter",
    "junit=junit.xml",
    "--reporter",
    "markdown=comment.md",
  );
  expect(exit).toBe(1);
  const placeOf = (line: string): string => /file=([^,]*),line=(\d+),col=(\d+)/.exec(line)?.slice(1).join(":") ?? line;
  expect(
    annotations(out)
      .filter((line) => line.startsWith("::error"))
      .map(placeOf),
  ).toEqual([
    "packages/agent/scenarios/dear.yaml:13:5",
    "packages/agent/scenarios/lost-tool.yaml:4:11",
    "packages/agent/scenarios/missing.yaml:1:7",
    "packages/agent/scenarios/shouts.yaml:5:1",
  ]);
  expect(annotations(out).filter((line) => line.startsWith("::warning"))).toHaveLength(1);
  // What the fork printed lies between a stop and its end.
  expect(out).toMatch(/^::stop-commands::(\w{64})\n::error::pwned\n::\1::$/m);
  const comment = readFileSync(join(folder, "comment.md"), "utf8");
  expect(comment.startsWith("<!-- forkproof -->\n")).toBe(true);
  expect(readFileSync(join(root, "summary.md"), "utf8")).toBe(`# another step\n${comment}`);
  const xml = readFileSync(join(folder, "junit.xml"), "utf8");
  expect(xml).toContain('<testsuites name="forkproof" tests="8" failures="3" errors="1"');
});

test("a document on stdout stays one, and the annotations go to stderr", async () => {
  const { out, err } = await runInWorkflow("--json");
  expect((JSON.parse(out) as RunResult).jobs).toHaveLength(8);
  expect(annotations(err).length).toBeGreaterThan(3);
});

test("github=FILE writes the annotations to a file alone", async () => {
  const { out, err } = await runInWorkflow("--reporter", "table", "--reporter", "github=annotations.txt");
  expect([...annotations(out), ...annotations(err)]).toEqual([]);
  expect(annotations(readFileSync(join(folder, "annotations.txt"), "utf8")).length).toBeGreaterThan(3);
});
