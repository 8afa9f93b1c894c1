import { stripVTControlCharacters } from "node:util";
import { expect, test } from "vitest";

import { displayWidth } from "../../harness/report/tables/display-width.ts";
import { renderRunTable } from "../../harness/report/render-run-table.ts";
import { forkedRun, passedRun, sampleRun, sessionRun } from "./sample-run.ts";

const plain = { colour: false, columns: 80 };

test("the run table shows failures first, then warnings, a row for each job and the outcome in the last line", () => {
  expect(renderRunTable(sampleRun, plain)).toMatchInlineSnapshot(`
    "FAIL  a reviewer that lost a tool
      scenarios/reviewer.yaml

      check verdict failed
        expected  byte-identical
        observed  diverged at /tools/1
        examined  40 blocks

      check findings failed
        expected  none
        observed  CB202
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

    warning CB900
            auto-dream keeps the parent's prefix [model=haiku]: first turn hit ratio
            0.31, expected 0.95
    skipped  a live fork: needs a key

       scenario                     kind  verdict         reusable  checks  examined
    ✓  auto-dream keeps the         pair  byte-identical  yes          1/1        40
       parent's prefix
       [model=haiku]
    ✗  a reviewer that lost a tool  pair  diverged        no           0/2        40
    !  a parent that is not there   pair  -               -              -         -
    -  a live fork                  fork  -               -              -         -

    errored
      4 jobs in 4 files: 1 passed, 1 failed, 1 errored, 1 skipped, 1 warning (1.2 s)
    "
  `);
});

test("the run table of a small run is short", () => {
  expect(renderRunTable(passedRun, plain)).toMatchInlineSnapshot(`
    "warning CB900
            auto-dream keeps the parent's prefix [model=haiku]: first turn hit ratio
            0.31, expected 0.95

       scenario                     kind  verdict         reusable  checks  examined
    ✓  auto-dream keeps the         pair  byte-identical  yes          1/1        40
       parent's prefix
       [model=haiku]

    passed  1 job in 1 file: 1 passed, 0 failed, 1 warning (1.2 s)
    "
  `);
});

test("the run table gives each fork a row, with a dash for each unknown value", () => {
  expect(renderRunTable(forkedRun, plain)).toMatchInlineSnapshot(`
    "   scenario                   kind    verdict         reusable  checks  examined
    ✓  auto-dream keeps the       fork    byte-identical  yes          1/1        40
       parent's prefix
       [model=haiku]
    ✓  what a reviewer may do     filter  -               -            1/1        40

    decisions               rule         allow  deny  tools
    what a reviewer may do  allow-tools      2     1  read bash

    fork (first turn)             ratio  expected  efficiency  tokens    allow  deny
    auto-dream keeps the           0.99      0.99        1.00  estimate      2     1
    parent's prefix
    [model=haiku]
    fork[2]                           -         -           -  -             -     -

    passed  2 jobs in 2 files: 2 passed, 0 failed (1.2 s)
    "
  `);
});

test.for([80, 100, 120])("the run table stays within %i columns", (columns) => {
  const both = [sampleRun, forkedRun].map((run) => renderRunTable(run, { colour: false, columns }));
  const lines = both.join("\n").split("\n");
  expect(lines.filter((line) => displayWidth(line) > columns)).toEqual([]);
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
  expect(text).toMatch(/session\s+diverged\s+no\s+0\/2\s+1,640/);
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
