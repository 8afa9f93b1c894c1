import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { parse } from "yaml";

import { makeTempFolder, type TempFolder } from "../../harness/io/files/disk.ts";
import { type Printed, runForkproof } from "./run-forkproof.ts";

let folder: TempFolder;
beforeEach(() => {
  folder = makeTempFolder();
  symlinkSync(resolve(import.meta.dirname, "../../node_modules"), join(folder.path, "node_modules"));
});
afterEach(() => folder[Symbol.dispose]());

const PATH = { PATH: join(process.execPath, "..") };
const run = (...args: readonly string[]): Promise<Printed> => runForkproof(args, folder.path, PATH);
const read = (path: string): string => readFileSync(join(folder.path, path), "utf8");
const needs = (dependencies: object): void =>
  writeFileSync(join(folder.path, "package.json"), JSON.stringify({ type: "module", dependencies }));

const ALL = [
  "scenarios/example-agent.mjs",
  "scenarios/example-fork.yaml",
  "scenarios/example-broken-fork.yaml",
  ".github/workflows/forkproof.yml",
];

test.for([
  ["no package.json", null, "uses fetch", "await fetch("],
  ["Anthropic's SDK", { "@anthropic-ai/sdk": "1" }, "names @anthropic-ai/sdk", 'from "@anthropic-ai/sdk"'],
  ["both SDKs", { openai: "7", "@anthropic-ai/sdk": "" }, "names @anthropic-ai/sdk", 'from "@anthropic-ai/sdk"'],
  ["OpenAI's SDK alone", { openai: "7" }, "names openai", 'from "openai"'],
] as const)(
  "init writes a passing and a failing example for a project with %s",
  async ([, dependencies, found, code]) => {
    if (dependencies !== null) needs(dependencies);
    const printed = await run("init");
    expect(printed).toMatchObject({ exit: 0, err: "" });
    expect(printed.out).toContain(found);
    for (const path of ALL) expect(printed.out).toContain(`wrote ${path}\n`);
    expect(read("scenarios/example-agent.mjs")).toContain(code);
    const commands = printed.out.split("Go on with:\n")[1]?.trimEnd().split("\n") ?? [];
    const ran: Printed[] = [];
    for (const line of commands) ran.push(await run(...line.replace(/#.*/, "").trim().split(/ +/).slice(2), "--json"));
    expect(ran.map(({ exit }) => exit)).toEqual([0, 1, 0]);
    const { jobs } = JSON.parse(ran[1]?.out ?? "") as {
      readonly jobs: readonly { readonly judgements: readonly Judged[] }[];
    };
    const codes = jobs.flatMap(({ judgements }) => judgements.flatMap(({ findings }) => findings));
    expect(codes.filter(({ role }) => role === "cause").map(({ code }) => code)).toEqual(["CB202"]);
  },
);

type Judged = { readonly findings: readonly { readonly code: string; readonly role: string }[] };

test.for([
  [{ ai: "7", "@ai-sdk/anthropic": "4", "@anthropic-ai/sdk": "1" }, 'from "@ai-sdk/anthropic"'],
  [{ ai: "7", "@ai-sdk/openai": "4", openai: "7" }, 'from "@ai-sdk/openai"'],
] as const)("init writes its example with the Vercel AI SDK if package.json names %o", async ([dependencies, code]) => {
  needs(dependencies);
  await run("init");
  expect(read("scenarios/example-agent.mjs")).toContain(code);
  expect(await run("validate", "scenarios")).toMatchObject({ exit: 0 });
});

test("init names the tests of the project in the last command that it prints, if there are any", async () => {
  writeFileSync(join(folder.path, "package.json"), JSON.stringify({ scripts: { test: "vitest run" } }));
  expect((await run("init")).out).toContain("  npx forkproof gate -- npm test ");
});

test("init writes a workflow that runs the scenarios and keeps the reports", async () => {
  await run("init");
  const workflow = parse(read(".github/workflows/forkproof.yml")) as {
    readonly jobs: { readonly forkproof: { readonly steps: readonly { readonly run?: string }[] } };
  };
  expect(workflow.jobs.forkproof.steps.flatMap(({ run: line }) => line ?? [])).toEqual(["npm ci", "npx forkproof run"]);
});

test("init keeps files that exist, and says which; with nothing left to write it exits 2", async () => {
  mkdirSync(join(folder.path, "scenarios"));
  writeFileSync(join(folder.path, "scenarios/example-fork.yaml"), "mine");
  const printed = await run("init");
  expect(printed).toMatchObject({
    exit: 0,
    out: expect.stringContaining("kept  scenarios/example-fork.yaml") as string,
  });
  expect(read("scenarios/example-fork.yaml")).toBe("mine");
  const again = await run("init");
  expect(again).toMatchObject({ exit: 2, out: "", err: expect.stringContaining("HX529") as string });
  for (const path of ALL) expect(again.err.replaceAll(/\s+/g, " ")).toContain(path);
});

test("init --json prints what it wrote and kept as one document", async () => {
  const printed = await run("init", "--json");
  expect(JSON.parse(printed.out)).toMatchObject({ schema: "forkproof/init@1", written: ALL, kept: [] });
});

test("record ends with the command that writes a scenario of its recording, and that scenario judges it", async () => {
  await run("init");
  const record = async (out: string, ...args: readonly string[]): Promise<Printed> => {
    const agent = ["node", "scenarios/example-agent.mjs", ...args];
    return run("record", "--mock", "scenarios/example-fork.yaml", "--out", out, "--", ...agent);
  };
  const clean = await record("fixtures/cassettes/kept prefix");
  const hint =
    "write a scenario of this: forkproof init --from 'fixtures/cassettes/kept prefix'\nsee it as a page: forkproof inspect 'fixtures/cassettes/kept prefix' --html report.html\n";
  expect(clean.err.endsWith(hint)).toBe(true);
  expect(await run("init", "--from", "fixtures/cassettes/kept prefix/")).toMatchObject({ exit: 0 });
  expect(read("scenarios/kept prefix.yaml")).toContain('fork: { recorded: { exchange: "2" } }');
  expect(await run("run", "scenarios/kept prefix.yaml")).toMatchObject({ exit: 0 });

  await record("fork-check", "--hide-tool");
  await run("init", "--from", "fork-check");
  expect(read("scenarios/fork-check.yaml")).toContain("# The recording fails this: CB202 tool-removed at 2.\n");
  const judged = await run("run", "scenarios/fork-check.yaml");
  expect(judged).toMatchObject({ exit: 1, out: expect.stringContaining("CB202 tool-removed (cause)") as string });
  expect(await run("init", "--from", "fork-check")).toMatchObject({ exit: 2 });
});

test("init --from writes a session scenario of a recording with more than two requests", async () => {
  const source = resolve(import.meta.dirname, "../../fixtures/cassettes/session-lost-mark");
  expect(await run("init", "--from", source)).toMatchObject({ exit: 0 });
  expect(read("scenarios/session-lost-mark.yaml")).toContain(`session: { source: "${source}" }`);
  expect(await run("validate", "scenarios")).toMatchObject({ exit: 0 });
});

test.for([
  ["that does not exist", "missing", "HX"],
  ["that is not a recording", "package.json", "HX"],
] as const)("init --from refuses a recording %s and writes nothing", async ([, source, code]) => {
  needs({});
  const printed = await run("init", "--from", source);
  expect([2, 3]).toContain(printed.exit);
  expect(printed.err).toContain(code);
  expect(existsSync(join(folder.path, "scenarios"))).toBe(false);
});
