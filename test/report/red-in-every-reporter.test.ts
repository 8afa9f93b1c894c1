import { inflateRawSync } from "node:zlib";
import { expect, it } from "vitest";
import type { RunResult } from "../../harness/kernel/run-result.ts";
import type { ReportEnvironment } from "../../harness/report/reporters/reporter.ts";
import { reporters } from "../../harness/report/reporters/reporters.ts";
import { passedRun, sampleRun } from "./sample-run.ts";

const environment: ReportEnvironment = {
  style: { colour: false, columns: 100 },
  folder: "",
  verbose: false,
  stepSummary: "summary.md",
  token: "token",
};

/** By what a machine, or a person who reads one line, sees that a run did not pass. */
const RED: Readonly<Record<string, RegExp>> = {
  table: /^(failed|errored|interrupted) /m,
  minimal: /^(failed|errored|interrupted) /m,
  json: /"outcome": "(failed|errored|interrupted)"/,
  jsonl: /"outcome":"(failed|errored|interrupted)"/,
  github: /^::error/m,
  junit: /<testsuites [^>]*(failures="[1-9]|errors="[1-9])/,
  html: /"outcome":"(failed|errored|interrupted)"/,
  markdown: /\*\*forkproof (failed|errored|interrupted)\*\*/,
};

const results: readonly (readonly [string, RunResult])[] = [
  ["failed jobs", sampleRun],
  ["a gate of the command line alone", { ...passedRun, outcome: "failed", failures: ["1 warning, and 0 are allowed"] }],
  ["an outcome without a reason", { ...passedRun, outcome: "failed" }],
  ["an interrupt", { ...passedRun, outcome: "interrupted" }],
  ["an interrupt behind a failed job", { ...sampleRun, outcome: "interrupted" }],
  ["no job at all", { ...passedRun, outcome: "errored", jobs: [] }],
  ["an error before the first job", { ...passedRun, outcome: "errored", jobs: [], failures: ["HX115 in a.yaml"] }],
];

/** What a reader of the output sees: a page unpacks its data, and draws them. */
function visibleText(output: string): string {
  const packed = /<script id="data" type="text\/plain">([^<]*)</.exec(output)?.[1];
  return packed === undefined ? output : inflateRawSync(Buffer.from(packed, "base64")).toString();
}

it("every reporter of a list has a sign here by which a red run is seen", () => {
  expect(Object.keys(RED).sort()).toEqual(reporters.map(({ name }) => name).sort());
});

it.each(reporters.flatMap(({ name }) => results.map(([why, result]) => ({ name, why, result }))))(
  "$name is red for $why, and says the reason",
  async ({ name, result }) => {
    const reporter = reporters.find((each) => each.name === name);
    const { output } = (await reporter?.load())?.(result, environment) ?? { output: "" };
    const text = visibleText(output);
    expect(text).toMatch(RED[name] ?? /never/);
    const isCommandLine = name === "table" || name === "minimal";
    // The command prints the reasons of these itself, behind the table.
    if (!isCommandLine) for (const reason of result.failures ?? []) expect(text).toContain(reason);
  },
);

it.each(reporters.map(({ name }) => ({ name })))("$name is not red for a run that passed", async ({ name }) => {
  const reporter = reporters.find((each) => each.name === name);
  const { output } = (await reporter?.load())?.(passedRun, environment) ?? { output: "" };
  expect(visibleText(output)).not.toMatch(RED[name] ?? /never/);
});
