import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";

import type { RunResult } from "../../harness/kernel/run-result.ts";
import { temporaryFolder } from "../src/support/temporary-folder.ts";
import { runForkproof } from "./run-forkproof.ts";
import { writeScenarios } from "./write-scenarios.ts";

let folder: string;
beforeAll(() => {
  folder = temporaryFolder();
  writeScenarios(folder);
  writeFileSync(
    join(folder, "scenarios/cut.jsonl"),
    '{"seq":1,"method":"POST","path":"/v1/messages","headers":[],"body":"{',
  );
  const cut = `name: a recording that was cut
parent: { source: cut.jsonl, exchange: "2" }
fork: { recorded: { exchange: "3" } }
expect: { verdict: byte-identical }
`;
  writeFileSync(join(folder, "scenarios/cut.yaml"), cut);
});

/** `missing` names a recording that is not there, `cut` one that cannot be read. */
test.for([
  ["clean", "passed", 0],
  ["clean lost-tool", "failed", 1],
  ["clean missing", "errored", 2],
  ["clean cut", "errored", 3],
  ["clean lost-tool missing", "failed", 1],
  ["clean lost-tool missing cut", "errored", 3],
  ["missing cut", "errored", 3],
] as const)("a run of the scenarios %s has %s, and exits %i", async ([names, outcome, exit]) => {
  const paths = names.split(" ").map((name) => `scenarios/${name}.yaml`);
  const printed = await runForkproof(["run", ...paths, "--json"], folder);
  const result = JSON.parse(printed.out) as RunResult;
  expect([result.outcome, printed.exit]).toEqual([outcome, exit]);
  expect(result.summary).toMatchObject({ jobs: paths.length, notRun: 0 });
});

test("--bail stops at an errored job as at a failed one, and the exit code is that job's", async () => {
  const paths = ["scenarios/missing.yaml", "scenarios/skipped.yaml"];
  const missing = await runForkproof(["run", ...paths, "--json", "--bail"], folder);
  expect(missing.exit).toBe(2);
  expect(JSON.parse(missing.out)).toMatchObject({ outcome: "errored", summary: { jobs: 1, notRun: 1 } });
});
