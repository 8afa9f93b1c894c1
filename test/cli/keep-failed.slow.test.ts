import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { stringify } from "yaml";

import type { RunResult } from "../../harness/kernel/run-result.ts";
import { temporaryFolder } from "../src/support/temporary-folder.ts";
import { type Printed, runForkproof } from "./run-forkproof.ts";

const key = "sk-ant-api03-" + "Ab1".repeat(30);
const subject = `
export default async ({ parent, baseUrl, directive }) => {
  console.log("my key is ${key}");
  const body = JSON.parse(parent.request.toString());
  body.system = "Another system prompt. ${key}";
  body.messages.push({ role: "assistant", content: "ok" }, { role: "user", content: directive });
  const headers = { "content-type": "application/json", "x-api-key": "${key}", "anthropic-version": "2023-06-01" };
  await (await fetch(baseUrl + "/v1/messages", { method: "POST", headers, body: JSON.stringify(body) })).text();
};`;

let folder = "";
beforeEach(() => {
  folder = temporaryFolder();
  mkdirSync(join(folder, "scenarios"));
  writeFileSync(join(folder, "scenarios/breaks.mjs"), subject);
  const parent = { source: resolve("fixtures/cassettes/scripted-parent"), exchange: "reading-3" };
  const provider = { script: [{ text: "Done." }] };
  const cases = {
    breaks: { name: "a fork that breaks: its prefix", parent, fork: { subject: "breaks.mjs", prompt: "go" }, provider },
    good: { name: "a good fork", parent, fork: { strategy: "pass-through", prompt: "go" }, provider },
    pair: {
      name: "a recorded pair",
      parent: { source: resolve("fixtures/cassettes/coding-agent"), exchange: "parent" },
      fork: { recorded: { exchange: "tool-removed" } },
      expect: { verdict: "byte-identical" },
    },
  };
  for (const [name, text] of Object.entries(cases))
    writeFileSync(join(folder, `scenarios/${name}.yaml`), stringify(text));
});

function run(environment: Readonly<Record<string, string>>, ...options: readonly string[]): Promise<Printed> {
  return runForkproof(["run", ...options], folder, environment);
}

function evidenceIn(report: string): readonly string[] {
  const { jobs } = JSON.parse(readFileSync(join(folder, report), "utf8")) as RunResult;
  return jobs.flatMap(({ evidence }) => evidence ?? []);
}

test.for(["1", "3"])(
  "a failed job shows what it found also if its evidence cannot be written, with --jobs %s",
  async (jobs) => {
    const { exit, out } = await run({}, "--keep-failed", "scenarios/good.yaml/kept", "--jobs", jobs);
    expect(exit).toBe(3);
    const [shown = ""] = out.split("ERROR  a recorded pair");
    expect(shown).toContain("ERROR  a fork that breaks: its prefix");
    expect(shown).toMatch(/HX516 .*\n +where {2}scenarios\/good\.yaml\/kept\//);
    expect(shown).toMatch(/check findings failed[^]*CB309 system-replaced \(cause\)/);
  },
);

test.for(["1", "3"])(
  "a failed job leaves a cassette that judge judges as the run did, with --jobs %s",
  async (jobs) => {
    const { out } = await run({}, "--keep-failed", "kept", "--jobs", jobs);
    const kept = evidenceIn("reports/latest.json");
    expect(kept.map((path) => path.replace(/-[0-9a-f]{6}$/, ""))).toEqual([
      "kept/a-fork-that-breaks-its-prefix",
      "kept/a-recorded-pair",
    ]);
    for (const path of kept) {
      expect(out).toContain(`forkproof judge ${path}\n`);
      const judged = await runForkproof(["judge", path], folder);
      expect(judged.exit, judged.err).toBe(1);
      expect(judged.out).toMatch(/^diverged {2}/);
    }
    const [fork = "", pair = ""] = kept;
    expect((await runForkproof(["judge", fork], folder)).out).toContain("CB309");
    expect((await runForkproof(["judge", pair], folder)).out).toContain("CB202");
  },
);

test("the evidence holds what the module printed, and no credential", async () => {
  await run({}, "--keep-failed", "kept");
  const [fork = ""] = evidenceIn("reports/latest.json");
  const printed = readFileSync(join(folder, fork, "printed.txt"), "utf8");
  expect(printed).toContain("my key is [an Anthropic key]\n");
  for (const name of readdirSync(join(folder, fork))) {
    expect(readFileSync(join(folder, fork, name), "latin1"), name).not.toContain(key);
  }
});

test("in CI evidence is kept in reports/failed, elsewhere only if asked for", async () => {
  await run({});
  expect(evidenceIn("reports/latest.json")).toEqual([]);
  await run({ CI: "true" });
  expect(evidenceIn("reports/latest.json").every((path) => path.startsWith("reports/failed/"))).toBe(true);
  expect(readdirSync(join(folder, "reports/failed"))).toHaveLength(2);
});

test("the evidence of a job that passes again is gone", async () => {
  await run({}, "--keep-failed", "kept");
  const [fork = ""] = evidenceIn("reports/latest.json");
  writeFileSync(
    join(folder, "scenarios/breaks.mjs"),
    subject.replace(/ {2}body\.system = .*\n/, "").replace(/ {2}console.*\n/, ""),
  );
  writeFileSync(
    join(folder, "scenarios/breaks.yaml"),
    readFileSync(join(folder, "scenarios/breaks.yaml"), "utf8") +
      "expect: { verdict: [byte-identical] }\n".replace("[byte-identical]", "byte-identical"),
  );
  const { exit, out } = await run({}, "scenarios/breaks.yaml", "--keep-failed", "kept");
  expect(exit, out).toBe(0);
  expect(existsSync(join(folder, fork))).toBe(false);
});
