import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeTempFolder, type TempFolder } from "../../harness/io/files/disk.ts";
import { runForkproof } from "./run-forkproof.ts";

let folder: TempFolder;

beforeAll(() => {
  folder = makeTempFolder();
  const ask = (more: string): string =>
    `{"model":"claude-sonnet-5-7","max_tokens":9,"messages":[{"role":"user","content":[{"type":"text","text":"${"Say it. ".repeat(900)}","cache_control":{"type":"ephemeral"}}]}${more}]}`;
  const line = (seq: number, at: number, body: string): string =>
    JSON.stringify({
      seq,
      method: "POST",
      path: "/v1/messages",
      host: "api.anthropic.com",
      ts: new Date(at).toISOString(),
      headers: [["anthropic-version", "2023-06-01"]],
      response: null,
      body,
    });
  const turn = ',{"role":"assistant","content":"Said."},{"role":"user","content":"Again."}';
  const later = Date.UTC(2026, 10, 1, 12, 10);
  writeFileSync(
    join(folder.path, "t.jsonl"),
    `${line(1, Date.UTC(2026, 10, 1, 12, 0), ask(""))}\n${line(2, later, ask(turn))}\n`,
  );
  const rules = { anthropic: { asOf: "2026-11", source: "a probe of ours", ttlMs: { "5m": 3_600_000 } } };
  writeFileSync(join(folder.path, "rules.json"), JSON.stringify(rules));
  writeFileSync(join(folder.path, "wrong.json"), '{\n  "anthropic": {\n    "asOf": "2026-12-01"\n  }\n}\n');
});
afterAll(() => folder[Symbol.dispose]());

test("a rule file changes the output of judge, inspect and simulate, which name a model without rules once", async () => {
  const codes = (out: string): readonly string[] =>
    [...out.matchAll(/"code": "(CB\d+)"/g)].map(([, code = ""]) => code);
  const judged = await runForkproof(["judge", "t.jsonl", "--json"], folder.path);
  expect(codes(judged.out)).toContain("CB701");
  const [by, inspected, simulated] = await Promise.all([
    runForkproof(["judge", "t.jsonl", "--json", "--rules", "rules.json"], folder.path),
    runForkproof(["inspect", "t.jsonl", "--json", "--rules", "rules.json"], folder.path),
    runForkproof(["simulate", "t.jsonl", "--rules", "rules.json"], folder.path),
  ]);
  expect(codes(by.out)).not.toContain("CB701");
  expect(codes(inspected.out)).not.toContain("CB701");
  expect(simulated.err.match(/no rules know claude-sonnet-5-7; it is taken for claude-sonnet-5-5/g)).toHaveLength(1);
});

test("each command names a model without rules once, and fails on it with --fail-on-unknown-model", async () => {
  const runs = ["judge", "inspect", "simulate"].flatMap((command) => [
    runForkproof([command, "t.jsonl"], folder.path),
    runForkproof([command, "t.jsonl", "--fail-on-unknown-model"], folder.path),
  ]);
  for (const [at, { exit, err }] of (await Promise.all(runs)).entries()) {
    if (at % 2 === 0)
      expect(err.match(/no rules know claude-sonnet-5-7; it is taken for claude-sonnet-5-5/g)).toHaveLength(1);
    else
      expect([exit, err]).toEqual([
        2,
        expect.stringMatching(/HX520[\s\S]*no rules know claude-sonnet-5-7[\s\S]*--rules/),
      ]);
  }
});

test("run names a model without rules once for all its jobs; with --fail-on-unknown-model each job fails with its place in the scenario", async () => {
  const parent = 'parent: { source: t.jsonl, exchange: "1" }';
  const pair = `name: one\n${parent}\nfork: { recorded: { exchange: "2" } }\nexpect: { reusable: no, findings: [CB701] }\n`;
  writeFileSync(join(folder.path, "one.yaml"), pair);
  writeFileSync(
    join(folder.path, "two.yaml"),
    "name: two\nsession: { source: t.jsonl }\nexpect: { findings: [CB701] }\n",
  );
  const fork = `name: three\n${parent}\nfork: { strategy: pass-through, prompt: Go on. }\n`;
  writeFileSync(join(folder.path, "three.yaml"), `${fork}provider: { mode: mock, script: [{ text: Done. }] }\n`);
  const run = (report: string, ...more: readonly string[]): ReturnType<typeof runForkproof> =>
    runForkproof(["run", "one.yaml", "two.yaml", "three.yaml", "--report", report, ...more], folder.path);
  const [told, strict] = await Promise.all([
    run("plain.json"),
    run("strict.json", "--fail-on-unknown-model", "--json"),
  ]);
  expect(told.err.match(/no rules know/g)).toHaveLength(1);
  expect(told.err).toContain("no rules know claude-sonnet-5-7; it is taken for claude-sonnet-5-5, the nearest known");
  expect(told.exit).toBe(0);
  expect(strict.exit).toBe(2);
  const { jobs }: { jobs: readonly { outcome: unknown }[] } = JSON.parse(strict.out);
  expect(jobs.map(({ outcome }) => outcome)).toEqual(
    ["one", "three", "two"].map((name) => ({
      status: "errored",
      error: expect.objectContaining({ code: "HX520", where: expect.stringMatching(`^${name}\\.yaml:\\d+`) }),
    })),
  );
});

test("every command that takes --rules rejects a wrong rule file with its line", async () => {
  const runs = [
    ["judge", "t.jsonl"],
    ["inspect", "t.jsonl"],
    ["simulate", "t.jsonl"],
    ["serve", "--script", "rules.json"],
  ].map((args) => runForkproof([...args, "--rules", "wrong.json"], folder.path));
  for (const { exit, err } of await Promise.all(runs)) {
    expect(exit).toBe(2);
    expect(err).toMatch(/HX517[\s\S]*not a year and a month/);
    expect(err).toContain("wrong.json:3:5");
  }
});

test("run applies a rule file to the mocked provider and to the verdict alike", async () => {
  const root = resolve(import.meta.dirname, "../..");
  const run = (...more: readonly string[]): ReturnType<typeof runForkproof> =>
    runForkproof(["run", "scenarios/time/lifetime.yaml", "--report", join(folder.path, "r.json"), ...more], root);
  const [ruled, wrong] = await Promise.all([
    run("--rules", join(folder.path, "rules.json")),
    run("--rules", join(folder.path, "wrong.json")),
  ]);
  expect(ruled.exit, "with a longer lifetime the entry lives").toBe(1);
  expect(ruled.out).toMatch(/check findings failed\s+expected\s+CB701\s+observed\s+none/);
  expect(wrong.err).toContain("wrong.json:3:5");
});
