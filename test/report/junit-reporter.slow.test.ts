import { readFileSync } from "node:fs";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { validateXML } from "xmllint-wasm";

import type { RunResult } from "../../harness/kernel/run-result.ts";
import { junit } from "../../harness/report/reporters/junit.ts";
import { hostileRun } from "./hostile-run.ts";
import { forkedRun, passedRun, sampleRun } from "./sample-run.ts";

const render = (result: RunResult): string =>
  junit(result, { style: { colour: false, columns: 80 }, verbose: false, folder: "", stepSummary: null, token: "" })
    .output;

const schema = readFileSync("test/report/junit.xsd", "utf8");

async function faultsIn(xml: string): Promise<readonly string[]> {
  const { errors } = await validateXML({ xml: [{ fileName: "junit.xml", contents: xml }], schema: [schema] });
  return errors.map(({ message }) => message);
}

test("the JUnit report is valid, with a suite for each file and what is known of each job", async () => {
  const xml = render(sampleRun);
  expect(await faultsIn(xml)).toEqual([]);
  expect(xml).toMatchInlineSnapshot(`
    "<?xml version="1.0" encoding="UTF-8"?>
    <testsuites name="forkproof" tests="4" failures="1" errors="1" time="0.000">
    <testsuite name="scenarios/auto-dream.yaml" tests="1" failures="0" errors="0" skipped="0" timestamp="2026-11-21T20:00:00" time="0.000">
    <properties>
    <property name="lostTokens" value="0"/>
    <property name="breakUsd" value="0"/>
    </properties>
    <testcase name="auto-dream keeps the parent's prefix [model=haiku]" classname="scenarios/auto-dream.yaml" time="0.000"/>
    </testsuite>
    <testsuite name="scenarios/reviewer.yaml" tests="1" failures="1" errors="0" skipped="0" timestamp="2026-11-21T20:00:00" time="0.000">
    <properties>
    <property name="ratio" value="0.1"/>
    <property name="lostTokens" value="9000"/>
    <property name="breakUsd" value="0.03105"/>
    <property name="code" value="CB202"/>
    </properties>
    <testcase name="a reviewer that lost a tool" classname="scenarios/reviewer.yaml" time="0.000">
    <failure message="verdict: expected byte-identical, observed diverged at /tools/1" type="verdict">verdict: expected byte-identical, observed diverged at /tools/1 (examined 40 blocks)
    findings: expected none, observed CB202 (examined 0 findings)</failure>
    <system-out>first difference in tools, at /tools/1/name
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
          more  forkproof explain CB202</system-out>
    </testcase>
    </testsuite>
    <testsuite name="scenarios/missing.yaml" tests="1" failures="0" errors="1" skipped="0" timestamp="2026-11-21T20:00:00" time="0.000">
    <testcase name="a parent that is not there" classname="scenarios/missing.yaml" time="0.000">
    <error message="HX201 no such recording" type="HX201">scenarios/missing.yaml:3:11
    check the path; it is read from the scenario's own folder</error>
    </testcase>
    </testsuite>
    <testsuite name="scenarios/live.yaml" tests="1" failures="0" errors="0" skipped="1" timestamp="2026-11-21T20:00:00" time="0.000">
    <testcase name="a live fork" classname="scenarios/live.yaml" time="0.000">
    <skipped message="needs a key"/>
    </testcase>
    </testsuite>
    </testsuites>
    "
  `);
});

test("the JUnit report of any run is valid, whatever its jobs say", async () => {
  const runs = fc.sample(hostileRun, 40);
  for (const result of [passedRun, forkedRun, ...runs]) expect(await faultsIn(render(result))).toEqual([]);
  expect(await faultsIn(render(sampleRun).replace(/ tests="1"/, ""))).not.toEqual([]);
});
