import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { stringify } from "yaml";

import { temporaryFolder } from "../src/support/temporary-folder.ts";
import { type Printed, runForkproof } from "./run-forkproof.ts";
import { readReport } from "./waiting-run.ts";

/** Long words in front let the command begin a line wherever the text is wrapped. */
const filler = (length: number): string => "x".repeat(length);
const shouts = [
  "::error::pwned",
  "\n::error::pwned\n##[error]pwned",
  ...[40, 50, 60, 70].map((length) => `${filler(length)} ::error::pwned ${filler(length)} ##[error]pwned`),
];

/** A name is one line. */
const nameOf = (shout: string, at: number): string => `${shout.replaceAll("\n", " ").trim()} ##[${at}`;

let folder: string;
beforeAll(() => {
  folder = temporaryFolder();
  const into = join(folder, "scenarios");
  mkdirSync(into);
  const parent = { source: resolve("fixtures/cassettes/scripted-parent"), exchange: "reading-3" };
  for (const [at, shout] of shouts.entries()) {
    writeFileSync(join(into, `${at}.mjs`), `console.error(${JSON.stringify(shout)}); process.exitCode = 1;`);
    const fork = { command: [process.execPath, `${at}.mjs`] };
    const scenario = { name: nameOf(shout, at), parent, fork };
    writeFileSync(join(into, `${at}.yaml`), stringify({ ...scenario, provider: { script: [{ text: "-" }] } }));
  }
});

/** As GitHub's runner reads a line: it ignores leading spaces. */
const commandsIn = (text: string): readonly string[] =>
  text.split(/\r\n|\r|\n/).filter((line) => line.trimStart().startsWith("::") || line.includes("##["));
const all = ({ out, err }: Printed): string => `${out}\n${err}`;

test.for([
  [["run"]],
  [["run", "--json"]],
  [["run", "--name", "::error::pwned ##[a]"]],
  [["run", "::error::pwned"]],
  [["::error::pwned"]],
  [["explain", "::error::pwned ##[error]pwned"]],
  [["run", "--tag", "::error::pwned ##[error]pwned"]],
])("forkproof %j prints no line that GitHub interprets as a command", async ([args = []]) => {
  for (const environment of [{}, { FORCE_COLOR: "1" }]) {
    const printed = await runForkproof(args, folder, environment);
    expect(all(printed)).toContain(":error::pwned");
    expect(commandsIn(all(printed))).toEqual([]);
  }
});

test("the report on disk contains no command, and shows what the subject printed", async () => {
  expect((await runForkproof(["run"], folder)).exit).toBe(1);
  const path = join(folder, "reports/latest.json");
  expect(commandsIn(readFileSync(path, "utf8"))).toEqual([]);
  const { jobs } = readReport(path);
  expect(jobs.map(({ scenario }) => scenario)).toEqual(shouts.map(nameOf));
  expect(jobs.every(({ forks: [fork] }) => fork?.error?.includes("::error::pwned"))).toBe(true);
});

test("a tool call that looks like a command is printed so that GitHub does not interpret it", async () => {
  mkdirSync(join(folder, "memory"));
  writeFileSync(join(folder, "calls.jsonl"), '{"tool":"##[error]pwned","input":{"a":"##[error]"}}\n');
  const { out } = await runForkproof(["filter", "--memory-dir", "memory", "calls.jsonl"], folder);
  expect(commandsIn(out)).toEqual([]);
  expect(JSON.parse(out)).toMatchObject({ tool: "##[error]pwned", input: { a: "##[error]" } });
});
