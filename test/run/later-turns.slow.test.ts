import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { stringify } from "yaml";
import { makeTempFolder, type TempFolder } from "../../harness/io/files/disk.ts";
import type { JobResult, RunResult } from "../../harness/kernel/run-result.ts";
import { runForkproof } from "../cli/run-forkproof.ts";
import { playProvider } from "./live/playing-provider.ts";
import { runLive } from "./live/run-live.ts";

/** A fork of two turns that keeps its parent's prefix; `EDIT` changes the body of its second request. */
const MODULE = `export default async ({ parent, baseUrl, apiKey, directive }) => {
  const ask = async (body) => {
    const headers = { "content-type": "application/json", "anthropic-version": "2023-06-01", "x-api-key": apiKey };
    const response = await fetch(baseUrl + "/v1/messages", { method: "POST", headers, body: JSON.stringify(body) });
    return (await response.json()).content;
  };
  const body = { ...JSON.parse(parent.request), stream: false };
  body.messages.push({ role: "user", content: [{ type: "text", text: directive, cache_control: { type: "ephemeral" } }] });
  BEFORE;
  const called = await ask(body);
  const results = [{ type: "tool_result", tool_use_id: called[0].id, content: "Ship it." }];
  body.messages.push({ role: "assistant", content: called }, { role: "user", content: results });
  EDIT;
  return { output: (await ask(body))[0].text };
};
`;

const broken: Readonly<Record<string, string>> = {
  "drops a tool": "body.tools.pop()",
  "sorts its tools": "body.tools.reverse()",
  "dates its system prompt": 'body.system[0].text = "It is noon. " + body.system[0].text',
  "edits a message of its parent": 'body.messages[0].content = "Who sailed?"',
  "edits its own directive": 'body.messages.at(-3).content[0].text += " Now."',
  "asks another model": 'body.model = "claude-opus-4-5"',
  "drops its parent's breakpoints":
    'Object.assign(body, JSON.parse(JSON.stringify(body), (key, value) => (key === "cache_control" ? undefined : value)))',
  "allows no tool": 'body.tool_choice = { type: "none" }',
};

const fork = { prompt: "Read the notes. ".repeat(400), label: "reader" };
const cases: Readonly<Record<string, { readonly edit: string; readonly before?: string; readonly more?: object }>> = {
  "keeps all": { edit: "" },
  "pays again for its long task, which no breakpoint follows": {
    before: "delete body.messages.at(-1).content[0].cache_control",
    edit: "",
  },
  "drops a tool as its scenario says": {
    edit: "body.tools.pop()",
    more: { expect: { findings: ["CB202"] } },
  },
  "breaks as declared, and again": {
    before: "body.tools.shift()",
    edit: "body.tools.shift()",
    more: { expectBreak: { reason: "the first tool is hidden" }, expect: { verdict: "diverged" } },
  },
  "breaks as declared, and never again": {
    before: "body.tools.shift()",
    edit: "",
    more: { expectBreak: { reason: "the first tool is hidden" }, expect: { verdict: "diverged" } },
  },
  ...Object.fromEntries(Object.entries(broken).map(([name, edit]) => [name, { edit }])),
};
const names = Object.keys(cases);

let folder: TempFolder;
let jobs: readonly JobResult[];
let exit: number | null;
let out: string;
beforeAll(async () => {
  folder = makeTempFolder();
  mkdirSync(join(folder.path, "scenarios"));
  for (const [at, [name, { edit, before = "", more = {} }]] of Object.entries(cases).entries()) {
    const file = join(folder.path, "scenarios", String(at).padStart(2, "0"));
    writeFileSync(`${file}.mjs`, MODULE.replace("BEFORE", before).replace("EDIT", edit));
    const parent = { source: resolve("fixtures/cassettes/coding-agent"), exchange: "parent" };
    const provider = { script: [{ call: { read_file: { file_path: "notes.md" } } }, { text: "Ship it." }] };
    const subject = { ...fork, subject: `./${String(at).padStart(2, "0")}.mjs` };
    writeFileSync(`${file}.yaml`, stringify({ name, parent, fork: subject, provider, ...more }));
  }
  ({ exit, out } = await runForkproof(["run"], folder.path));
  ({ jobs } = JSON.parse(readFileSync(join(folder.path, "reports/latest.json"), "utf8")) as RunResult);
});
afterAll(() => folder[Symbol.dispose]());

function jobOf(name: string): JobResult {
  return jobs[names.indexOf(name)]!;
}

/** The checks that fail, with their text. */
function failuresOf(name: string): readonly string[] {
  return jobOf(name).checks.flatMap(({ check, status, observed }) =>
    status === "failed" ? [`${check}: ${observed}`] : [],
  );
}

const failing = [...Object.keys(broken), "pays again for its long task, which no breakpoint follows"];

test.each(failing)("a fork whose second turn %s fails, though its first turn keeps the prefix", (name) => {
  const { outcome, judgements, forks } = jobOf(name);
  expect(outcome.status).toBe("failed");
  expect(failuresOf(name)).toEqual([expect.stringMatching(/^findings: not expected: CB\d+/)]);
  expect(judgements.map(({ parent, child, reusable }) => [parent.id, child.id, reusable])).toEqual([
    ["1", "2", "yes"],
    ["2", "3", "no"],
  ]);
  expect(forks[0]?.firstTurnRatio).toBeGreaterThan(0.9);
});

test("the cost of a break in a later turn counts as the cost of breaks", () => {
  expect(jobOf("drops a tool").forks[0]?.cost?.breakUsd).toBeGreaterThan(0.01);
  expect(jobOf("keeps all").forks[0]?.cost?.breakUsd).toBe(0);
});

test("the report shows where the later turn leaves the earlier one", () => {
  expect(exit).toBe(1);
  expect(out).toContain("request 3 leaves request 2 at /tools/");
});

test("a fork that keeps its prefix in all turns passes, and so does one whose scenario names the later break", () => {
  expect(failuresOf("keeps all")).toEqual([]);
  expect(failuresOf("drops a tool as its scenario says")).toEqual([]);
});

test("`expectBreak` declares a break of the first turn, and excuses none at the same place of a later one", () => {
  expect(failuresOf("breaks as declared, and never again")).toEqual([]);
  expect(failuresOf("breaks as declared, and again")).toEqual([
    expect.stringContaining("not expected: CB202 in tools at /tools/0"),
  ]);
});

test("a round of a live run fails on a break in a later turn", async () => {
  await using provider = await playProvider({});
  const subject = join(folder.path, "live.mjs");
  const answered = 'const results = "And who taught her?"';
  const edited = MODULE.replace(/const results = .*/, answered)
    .replace("BEFORE", "")
    .replace("EDIT", "body.tools.pop()");
  writeFileSync(subject, edited);
  const { result } = await runLive(provider, {
    fork: { ...fork, subject },
    source: "coding-agent",
    exchange: "parent",
  });
  const [job] = result.jobs;
  expect(job?.checks.find(({ check }) => check === "findings")).toMatchObject({
    status: "failed",
    observed: expect.stringContaining("CB202 in tools"),
  });
  expect(job?.rounds?.map(({ passed }) => passed)).toEqual([false]);
});
