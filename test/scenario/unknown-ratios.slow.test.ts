import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { makeTempFolder } from "../../harness/io/files/disk.ts";
import type { RunResult } from "../../harness/kernel/run-result.ts";
import { runForkproof } from "../cli/run-forkproof.ts";
import { writeTraffic } from "../cli/write-traffic.ts";

it.for([
  [`{ low: "= 0" }`, 1, ["failed", "unknown for all 2: usage was not reported", 0]],
  [`{ low: "= 0", unknown: "= 2" }`, 0, ["passed", "0 of 2", 2]],
] as const)("the ratios %s of a session without usage lead to exit %i", async ([ratios, ends, expected]) => {
  using folder = makeTempFolder();
  writeTraffic(folder.path);
  const log = join(folder.path, "traffic.jsonl");
  writeFileSync(log, readFileSync(log, "utf8").split("\n").slice(0, 3).join("\n"));
  const text = `name: turns\nsession: { source: ./traffic.jsonl }\nexpect: { findings: [], simulate: { ratios: ${ratios} } }\n`;
  writeFileSync(join(folder.path, "session.yaml"), text);
  const { exit, out } = await runForkproof(["run", "session.yaml", "--json"], folder.path);
  const [job] = (JSON.parse(out) as RunResult).jobs;
  const low = job?.checks.find(({ check }) => check === "simulate.ratios.low");
  expect([low?.status, low?.observed, low?.examined.count]).toEqual(expected);
  expect(exit, out).toBe(ends);
});
