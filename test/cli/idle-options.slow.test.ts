import { existsSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { stringify } from "yaml";

import { temporaryFolder } from "../src/support/temporary-folder.ts";
import { runForkproof } from "./run-forkproof.ts";
import { writeScenarios } from "./write-scenarios.ts";

let folder: string;
beforeAll(() => {
  folder = temporaryFolder();
  writeScenarios(folder);
  const parent = { source: resolve("fixtures/cassettes/scripted-parent"), exchange: "reading-3" };
  const mocked = { name: "mocked", parent, fork: { strategy: "pass-through", prompt: "go" } };
  writeFileSync(join(folder, "mocked.yaml"), stringify({ ...mocked, provider: { script: [{ text: "A pilot." }] } }));
  const live = { ...mocked, name: "live", provider: { mode: "live" }, skip: { reason: "not today" } };
  writeFileSync(join(folder, "skipped-live.yaml"), stringify(live));
  const decisions = [{ tool: "Read", input: {}, decision: "allow" }];
  const table = { name: "table", filter: { allowTools: ["Read"] }, decisions };
  writeFileSync(join(folder, "table.yaml"), stringify(table));
  const rules = { anthropic: { asOf: "2026-11", source: "a probe of ours", ttlMs: { "5m": 3_600_000 } } };
  writeFileSync(join(folder, "rules.json"), JSON.stringify(rules));
});

test.for([
  ["--live", "run mocked.yaml --live"],
  ["--live", "run mocked.yaml --live --repeat 3"],
  ["--live", "run mocked.yaml --live --max-cost 0.50"],
  ["--live", "run mocked.yaml --live --base-url http://127.0.0.1:9"],
  ["--live", "run mocked.yaml --live --live-gate"],
  ["--live", "run mocked.yaml skipped-live.yaml --live"],
  ["--live", "run scenarios/clean.yaml table.yaml --live"],
  ["--rules", "run table.yaml --rules rules.json"],
] as const)("the option %s is refused if no job uses it: forkproof %s", async ([option, line]) => {
  const { exit, out, err } = await runForkproof(line.split(" "), folder);
  expect({ exit, out }).toEqual({ exit: 2, out: "" });
  expect(err.startsWith(`HX522  ${option} changes nothing: of `)).toBe(true);
  expect(existsSync(join(folder, "reports"))).toBe(false);
});

test.for(["--repeat 3", "--max-cost 0.50", "--base-url http://127.0.0.1:9", "--live-gate"])(
  "the option %s is refused without --live",
  async (option) => {
    const { exit, out, err } = await runForkproof(["run", "mocked.yaml", ...option.split(" ")], folder);
    expect({ exit, out }).toEqual({ exit: 2, out: "" });
    expect(err).toMatch(/^HX503 {2}--\S+ does nothing without --live\n/);
  },
);

test.for([
  "--baseline base.jsonl",
  "--bail",
  "--jobs 2",
  "--keep-failed kept",
  "--max-warnings 0",
  "--report out.json",
  "--reporter junit",
  "--rules rules.json",
  "--update",
  "--live --max-cost 1",
])("run --list refuses options that change nothing of the list: %s", async (options) => {
  const { exit, out, err } = await runForkproof(["run", "mocked.yaml", "--list", ...options.split(" ")], folder);
  expect({ exit, out }).toEqual({ exit: 2, out: "" });
  expect(err).toMatch(/^HX505 {2}--\S+ has no effect with --list, which runs nothing\n/);
});

test("--tag is refused if no scenario has one of the tags, even if another tag selects something", async () => {
  const { exit, out, err } = await runForkproof(["run", "--tag", "smoke", "--tag", "smoek"], folder);
  expect({ exit, out }).toEqual({ exit: 2, out: "" });
  expect(err).toMatch(/^HX135 {2}no scenario of 4 has tag smoek\n/);
  expect(err).toContain("did you mean `--tag smoke`?");
});

test("--rules is accepted if a request is judged, and an excluded tag need not exist", async () => {
  const args = ["run", "scenarios/clean.yaml", "table.yaml", "--rules", "rules.json", "--tag", "!slow"];
  expect(await runForkproof([...args, "--report", "out.json"], folder)).toMatchObject({ exit: 0 });
});
