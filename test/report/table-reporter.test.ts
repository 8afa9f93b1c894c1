import { stripVTControlCharacters } from "node:util";
import { expect, test } from "vitest";

import { displayWidth } from "../../harness/report/tables/display-width.ts";
import type { RunResult } from "../../harness/kernel/run-result.ts";
import type { TextStyle } from "../../harness/kernel/text/text-style.ts";
import { table } from "../../harness/report/reporters/table.ts";
import { forkedRun, passedRun, sampleRun, sessionRun } from "./sample-run.ts";

const plain = { colour: false, columns: 80 };

/** Each job of the sample with a name and a matrix cell that no line has room for. */
const longRun: RunResult = {
  ...sampleRun,
  jobs: [...sampleRun.jobs, ...sampleRun.jobs].map((job, at) => {
    const scenario = `a scenario whose name ${"goes on and on ".repeat(8)}to number ${at}`;
    const variant = { strategy: "placeholder-results" };
    const isSkipped = job.outcome.status === "skipped";
    const outcome = isSkipped ? { status: "skipped" as const, reason: "not recorded yet" } : job.outcome;
    return { ...job, id: `${scenario} [strategy=placeholder-results]`, scenario, variant, outcome };
  }),
};

function renderRunTable(result: RunResult, style: TextStyle, verbose = false): string {
  return table(result, { style, verbose, folder: "", stepSummary: null, token: "" }).output;
}

test("the run table shows failures first, then warnings, a row for each job and the outcome in the last line", () => {
  expect(renderRunTable(sampleRun, plain)).toMatchInlineSnapshot(`
    "FAIL  a reviewer that lost a tool
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
        cost  about 9,000 cached tokens lost (estimated between reported totals);
              about $0.0311 more, at prices of 2026-11-20

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
            fix   Declare the parent's tools unchanged and deny the calls in the
                  fork's tool filter.
            more  forkproof explain CB202

    ERROR  a parent that is not there
      scenarios/missing.yaml

      HX201  no such recording
             where  scenarios/missing.yaml:3:11
             fix    check the path; it is read from the scenario's own folder

    skipped  a live fork: needs a key
    warning CB900  auto-dream keeps the parent's prefix [model=haiku]:
            first turn hit ratio 0.31, expected 0.95

       scenario              case         verdict         reusable  checks  examined
    ✓  auto-dream…'s prefix  model=haiku  byte-identical  yes          1/1        40
    ✗  a reviewer…st a tool               diverged        no           0/2        40
    !  a parent t…not there               -               -              -         -
    -  a live fork                        -               -              -         -

    errored
      4 jobs in 4 files: 1 passed, 1 failed, 1 errored, 1 skipped, 1 warning (1.2 s)
    "
  `);
});

test("the run table of a small run is short", () => {
  expect(renderRunTable(passedRun, plain)).toMatchInlineSnapshot(`
    "warning CB900  auto-dream keeps the parent's prefix [model=haiku]:
            first turn hit ratio 0.31, expected 0.95

       scenario              case         verdict         reusable  checks  examined
    ✓  auto-dream…'s prefix  model=haiku  byte-identical  yes          1/1        40

    passed  1 job in 1 file: 1 passed, 0 failed, 1 warning (1.2 s)
    "
  `);
});

test("the run table gives each fork a row, with a dash for each unknown value", () => {
  expect(renderRunTable(forkedRun, plain)).toMatchInlineSnapshot(`
    "   scenario              case         verdict         reusable  checks  examined
    ✓  auto-dream…'s prefix  model=haiku  byte-identical  yes          1/1        40
    ✓  what a rev…er may do  model=haiku  -               -            1/1        40

    decisions               rule         allow  deny  tools
    what a reviewer may do  allow-tools      2     1  read bash

    fork (first turn)             ratio  expected  efficiency  tokens    allow  deny
    auto-dream kee…[model=haiku]   0.99      0.99        1.00  estimate      2     1
    fork[2]                           -         -           -  -             -     -

    passed  2 jobs in 2 files: 2 passed, 0 failed (1.2 s)
    "
  `);
});

test.for([80, 100, 140])("the run table stays within %i columns", (columns) => {
  const all = [sampleRun, forkedRun, longRun].map((run) => renderRunTable(run, { colour: false, columns }));
  const lines = all.join("\n").split("\n");
  expect(lines.filter((line) => displayWidth(line) > columns)).toEqual([]);
});

test("long names are cut in the middle and never wrapped, and the cell of the matrix keeps its end", () => {
  const text = renderRunTable(longRun, plain);
  expect(text).toMatch(/^FAIL {2}a scenario whose name .*….*\[strategy=placeholder-results\]$/m);
  expect(text).toMatch(/^skipped {2}a scenario whose name .*….* and 1 more:\n {8}not recorded yet$/m);
  expect(text).toMatch(/^warning CB900 {2}a scenario whose name .*….*:\n {8}first turn hit ratio/m);
  expect(text.match(/^[✓✗!-] +a .*….* {2}strat\S*…\S*results {2}/gm)).toHaveLength(longRun.jobs.length);
});

test("the run table colours words without changing them", () => {
  const coloured = renderRunTable(sampleRun, { colour: true, columns: 80 });
  expect(coloured).not.toBe(stripVTControlCharacters(coloured));
  expect(stripVTControlCharacters(coloured)).toBe(renderRunTable(sampleRun, plain));
});

test("the run table shows the first broken turns of a session and counts the others", () => {
  const text = renderRunTable(sessionRun, plain);
  expect(text.match(/first difference/g)).toHaveLength(3);
  expect(text).toContain("and 37 more pairs with a loss: the JSON report has them all");
  expect(text).toMatch(/diverged\s+no\s+0\/2\s+1,640/);
});

test("the run table shows twenty failures and counts the others", () => {
  const [failed] = sessionRun.jobs;
  const jobs = Array.from({ length: 25 }, (_, index) => ({ ...failed!, id: `case ${index}` }));
  const text = renderRunTable({ ...sessionRun, jobs }, plain);
  expect(text.match(/^FAIL/gm)).toHaveLength(20);
  expect(text).toContain("and 5 failures more");
});

test("the run table says how many jobs an interrupt left undone", () => {
  const summary = { ...passedRun.summary, jobs: 3, notRun: 2 };
  const text = renderRunTable({ ...passedRun, outcome: "interrupted", summary }, plain);
  expect(text.trimEnd().split("\n").at(-1)).toMatchInlineSnapshot(
    `"interrupted  3 jobs in 1 file: 1 passed, 0 failed, 2 not run, 1 warning (1.2 s)"`,
  );
});

test("the run table says why a fork has no cost: no counters, impossible counters, or a model without a price", () => {
  const used = { read: 10, write: 0, fresh: 5, output: 2, grade: "reported" } as const;
  const rows = [
    { model: "claude-sonnet-4-6", turns: [] },
    { model: "claude-sonnet-4-5", turns: [{ ...used, read: null }] },
    { model: "claude-haiku-4-5", turns: [{ ...used, fresh: -5 }] },
    { model: "nobody-1", turns: [used] },
  ];
  const cost = { usd: null, breakUsd: null, equivalentTokens: null };
  const jobs = forkedRun.jobs.slice(0, 1).map((job) => ({
    ...job,
    forks: job.forks
      .slice(0, 1)
      .flatMap((fork) => rows.map(({ model, turns }) => ({ ...fork, turns, cost: { ...cost, model } }))),
  }));
  const text = renderRunTable({ ...forkedRun, jobs }, plain);
  expect(text.split("\n").filter((line) => /no cost|no price/.test(line))).toEqual([
    "no usage reported, so no cost: 2 forks of claude-sonnet-4-6, claude-sonnet-4-5",
    "usage contradicts itself, so no cost: 1 fork of claude-haiku-4-5",
    "no price is known for nobody-1",
  ]);
});

test("the run table names no source of a fork's tokens if its first turn has no counters", () => {
  const turn = { read: null, write: null, fresh: null, output: 12, grade: "reported" } as const;
  const jobs = forkedRun.jobs.slice(0, 1).map((job) => ({
    ...job,
    forks: job.forks.slice(0, 1).map((fork) => ({ ...fork, turns: [turn], firstTurnRatio: null, efficiency: null })),
  }));
  const lines = renderRunTable({ ...forkedRun, jobs }, plain).split("\n");
  const row = lines[lines.findIndex((line) => line.startsWith("fork (first turn)")) + 1];
  expect(row?.split(/ {2,}/)).toEqual([expect.stringContaining("auto-dream"), "-", "0.99", "-", "-", "2", "1"]);
});

test("a run of more than twenty jobs that passes fits one screen: a row for each folder, at 80 and at 140 columns", () => {
  const names = Array.from({ length: 253 }, (_, index) => `${index} ${"a long name ".repeat(20)}`);
  const jobs = names.flatMap((id, index) =>
    forkedRun.jobs.slice(0, 1).map((job) => ({ ...job, id, file: `scenarios/${index % 9}/case-${index}.yaml` })),
  );
  const jobsMs = Object.fromEntries(names.map((name) => [name, 100]));
  const run = { ...forkedRun, jobs, timing: { ...forkedRun.timing, jobsMs } };
  for (const columns of [80, 140]) {
    const lines = renderRunTable(run, { colour: false, columns }).split("\n");
    expect(lines.length).toBeLessThan(24);
    expect(lines.find((line) => line.includes("scenarios/0"))?.replace(/ +/g, " ")).toBe(
      "✓ scenarios/0 29 29 0.99 2.9 s",
    );
    expect(lines.filter((line) => displayWidth(line) > columns)).toEqual([]);
  }
  expect(renderRunTable(run, plain, true).match(/^✓/gm)).toHaveLength(253);
});

test("a name that is too long is cut in the middle and never wraps", () => {
  const jobs = forkedRun.jobs.slice(0, 1).map((job) => ({ ...job, scenario: `begin ${"x".repeat(200)} end` }));
  const lines = renderRunTable({ ...forkedRun, jobs }, plain).split("\n");
  expect(lines.filter((line) => /^✓ {2}begin x+…x+ end/.test(line))).toHaveLength(1);
});

test("warnings that differ only in numbers are one line with the number of jobs", () => {
  const [job] = passedRun.jobs;
  const jobs = [0.31, 0.42, 0.11].map((ratio, index) => ({
    ...job!,
    id: `case ${index}`,
    warnings: [{ code: "CB900", message: `first turn hit ratio ${ratio}, expected 0.95` }],
  }));
  const text = renderRunTable({ ...passedRun, jobs }, plain);
  expect(text).toContain("case 0 and 2 more: first turn hit ratio 0.31, expected 0.95");
  expect(text.match(/CB900/g)).toHaveLength(1);
});
