import * as fc from "fast-check";
import { expect, test } from "vitest";

import type { BaselineDelta } from "../../harness/kernel/baseline-comparison.ts";
import type { JobResult, RunResult } from "../../harness/kernel/run-result.ts";
import { github } from "../../harness/report/reporters/github.ts";
import { markdown } from "../../harness/report/reporters/markdown.ts";
import type { Rendered, RenderRun } from "../../harness/report/reporters/reporter.ts";
import { hostileRun } from "./hostile-run.ts";
import { passedRun, sampleRun } from "./sample-run.ts";

const token = "5f0c1d";
const render = (reporter: RenderRun, result: RunResult, folder = ""): Rendered =>
  reporter(result, { style: { colour: false, columns: 80 }, verbose: false, folder, stepSummary: "summary.md", token });

const delta: BaselineDelta = { id: "a fork", gates: true, what: "usd", was: 0.0017055, now: 0.0031 };
const regressed: RunResult = {
  ...sampleRun,
  baseline: {
    file: "base.jsonl",
    compared: 4,
    of: 4,
    sameDates: true,
    deltas: [delta, { ...delta, what: "fresh", gates: false, was: 1, now: 2 }],
  },
};

test("github annotates each failed job at its failing expectation, and regressions and warnings once each", () => {
  expect(render(github, regressed, "packages/agent/").output.split("\n")).toEqual([
    "::error file=packages/agent/scenarios/reviewer.yaml,line=9,col=3,title=a reviewer that lost a tool::verdict: expected byte-identical, observed diverged at /tools/1%0ACB202 1 of 12 tools is missing: write_file. Declare the parent's tools unchanged and deny the calls in the fork's tool filter.",
    "::error file=packages/agent/scenarios/missing.yaml,line=3,col=11,title=a parent that is not there::HX201 no such recording",
    "::error file=packages/agent/base.jsonl,title=a fork::usd 0.0017 -> 0.0031",
    "::warning file=packages/agent/scenarios/auto-dream.yaml,title=CB900 auto-dream keeps the parent's prefix [model=haiku]::first turn hit ratio 0.31, expected 0.95",
    "",
  ]);
});

test("github prints ten errors of all kinds, and the last one says how many more there are", () => {
  const [failed] = sampleRun.jobs.filter(({ outcome }) => outcome.status === "failed") as [JobResult];
  const jobs = Array.from({ length: 14 }, (_, index) => ({ ...failed, id: `case ${index}` }));
  const lines = render(github, { ...regressed, jobs })
    .output.trimEnd()
    .split("\n");
  expect(lines).toHaveLength(10);
  expect(lines.at(-1)).toBe("::error::and 6 more");
});

test("github annotates all regressions of a job in one error at its scenario, and those of a lost job in the baseline", () => {
  const baseline = regressed.baseline as NonNullable<RunResult["baseline"]>;
  const deltas = [
    { ...delta, id: "auto-dream keeps the parent's prefix [model=haiku]" },
    { ...delta, id: "auto-dream keeps the parent's prefix [model=haiku]", what: "cause", was: null, now: "CB302" },
    { ...delta, what: "vanished", was: null, now: null },
  ];
  const [job] = passedRun.jobs as [JobResult];
  const jobs = [{ ...job, place: { line: 4, column: 1 } }];
  const { output } = render(github, { ...passedRun, jobs, baseline: { ...baseline, deltas } }, "packages/agent/");
  expect(output.split("\n").filter((line) => line.startsWith("::error"))).toEqual([
    "::error file=packages/agent/scenarios/auto-dream.yaml,line=4,col=1,title=auto-dream keeps the parent's prefix [model=haiku]::usd 0.0017 -> 0.0031%0Acause CB302 is new",
    "::error file=packages/agent/base.jsonl,title=a fork::vanished",
  ]);
});

/** Reads output as GitHub's runner does: a line that begins with `::`, or holds `##[`, unless commands are stopped. */
function commandsIn(output: string): readonly string[] {
  let stopped: string | null = null;
  const commands: string[] = [];
  for (const line of output.split(/\r\n|\r|\n/)) {
    const [, name = ""] = /^\s*::([^\s:]+)/.exec(line) ?? [];
    if (stopped !== null) {
      if (line.trim() === `::${stopped}::`) stopped = null;
      continue;
    }
    if (name === "stop-commands") stopped = line.split("::").at(-1) ?? "";
    if (name !== "" || line.includes("##[")) commands.push(name);
  }
  return commands;
}

test("no text of a job begins a command of its own", () => {
  fc.assert(
    fc.property(hostileRun, (result) => {
      const { output } = render(github, result);
      const printed = ["group", "stop-commands", "endgroup"];
      expect(commandsIn(output)).toEqual(["error", "error", "warning", ...printed, ...printed]);
    }),
    { numRuns: 300 },
  );
});

test("the summary of a workflow's job is the Markdown report, cut to a mebibyte in whole lines", () => {
  const { files } = render(github, sampleRun);
  expect(files).toEqual([{ path: "summary.md", text: render(markdown, sampleRun).output }]);
  const [failed] = sampleRun.jobs.filter(({ outcome }) => outcome.status === "failed") as [JobResult];
  const jobs = Array.from({ length: 9_000 }, (_, index) => ({ ...failed, id: `case ${index} ${"é".repeat(60)}` }));
  const [{ text } = { text: "" }] = render(github, { ...sampleRun, jobs }).files;
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(1024 ** 2);
  expect(Buffer.byteLength(text)).toBeGreaterThan(1_000_000);
  expect(text).toMatch(/\|\n\n[\d,]+ bytes are too many for a summary: the JSON report has them all\.\n$/);
});

test("markdown shows what failed with its causes and fixes, what regressed, and folded details", () => {
  expect(render(markdown, regressed).output).toMatchInlineSnapshot(`
    "<!-- forkproof -->
    **forkproof errored**: 4 jobs in 4 files: 1 passed, 1 failed, 1 errored, 1 skipped, 1 warning (1.2 s)

    | failed | place | check | cause | fix |
    | --- | --- | --- | --- | --- |
    | a reviewer that lost a tool | <code>scenarios/reviewer.yaml:9</code> | verdict: expected byte&#45;identical, observed diverged at /tools/1 | CB202 1 of 12 tools is missing: write&#95;file | Declare the parent's tools unchanged and deny the calls in the fork's tool filter. |
    | a parent that is not there | <code>scenarios/missing.yaml:3</code> | HX201 no such recording |  |  |

    | regressed | was -> now |
    | --- | --- |
    | a fork | usd 0.0017 &#45;&gt; 0.0031 |

    compared 4 of 4 baseline jobs: base.jsonl; 1 other difference

    <details><summary>a reviewer that lost a tool</summary>

    \`\`\`text
    FAIL  a reviewer that lost a tool
      scenarios/reviewer.yaml

      check verdict failed
        expected  byte-identical
        observed  diverged at /tools/1
        where     scenarios/reviewer.yaml:9:3
        examined  40 blocks

      check findings failed
        expected  none
        observed  CB202
        where     scenarios/reviewer.yaml:9:3
        examined  0 findings: a check that saw nothing fails

      diverged  request 5 leaves request 3 at /tools/1
        cost  about 9,000 cached tokens lost (estimated between reported totals); about $0.0311 more, at
              prices of 2026-11-20

      first difference in tools, at /tools/1/name
        parent  /tools/1, byte 8,412 of the body
                …,{"name":"write_file","description":"Writes
                           ^^^^^^^^^^
        child   /tools/1, byte 8,399 of the body
                …,{"name":"read_file","description":"Reads
                           ^^^^^^^^^

      CB202 tool-removed (cause)  1 of 12 tools is missing: write_file
            at    /tools/1 (tools)
            cost  41,977 bytes of the parent's prefix cannot be read from cache
            fix   Declare the parent's tools unchanged and deny the calls in the fork's tool filter.
            more  forkproof explain CB202
    \`\`\`

    </details>

    <details><summary>a parent that is not there</summary>

    \`\`\`text
    ERROR  a parent that is not there
      scenarios/missing.yaml

      HX201  no such recording
             where  scenarios/missing.yaml:3:11
             fix    check the path; it is read from the scenario's own folder
    \`\`\`

    </details>
    "
  `);
});

test("the Markdown of a run that passes is three lines", () => {
  const passing = { ...passedRun, outcome: "passed" as const };
  expect(render(markdown, passing).output.trimEnd().split("\n").length).toBeLessThanOrEqual(3);
});

test("no text of a job leaves its cell, its fence or its details", () => {
  fc.assert(
    fc.property(hostileRun, (result) => {
      const { output } = render(markdown, result);
      expect(output.startsWith("<!-- forkproof -->\n**forkproof errored**")).toBe(true);
      const outside = output.replaceAll(/^(`{3,})text\n[\s\S]*?\n\1$/gm, "");
      expect(outside.match(/<(?!!-- |\/?details>|\/?summary>|\/?code>|br>)/g)).toBeNull();
      expect(outside).not.toMatch(/@\w/);
      expect(outside).not.toContain("`");
      const rows = outside.split("\n").filter((line) => line.startsWith("|"));
      expect(rows).toHaveLength(4);
      for (const row of rows) expect(row.match(/\|/g)).toHaveLength(6);
    }),
    { numRuns: 300 },
  );
});
