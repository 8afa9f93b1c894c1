import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import type { RunResult } from "../../harness/kernel/run-result.ts";
import { temporaryFolder } from "../src/support/temporary-folder.ts";
import { runForkproof } from "./run-forkproof.ts";

const source = resolve(import.meta.dirname, "../../fixtures/cassettes/scripted-parent");

/**
 * 2 prompts x 150 rows. "left" misses rows 1 to 30, and "right" rows 16 to 60, so by hand: left passes 120, right 105; left alone
 * 31 to 60, right alone 1 to 15; both miss 16 to 30, and both pass 61 to 150.
 */
const suite = `name: suite
matrix: { prompt: [left, right] }
cases: rows.csv
parent: { source: ${source}, exchange: reading-3 }
fork: { strategy: pass-through, prompt: "\${prompt} \${question}", maxTurns: 1 }
provider: { script: [{ text: "\${prompt} \${answer}" }] }
expect: { output: [{ matches: "\${expected}" }], turns: "= 1" }
`;

function expectedOf(row: number): string {
  if (row <= 15) return "^right";
  if (row <= 30) return "^neither";
  return row <= 60 ? "^left" : `answer ${row}$`;
}

test("every number of the table over 2 prompts x 150 rows is the one that is counted by hand", async () => {
  const folder = temporaryFolder();
  const rows = Array.from({ length: 150 }, (_, at) => at + 1);
  const lines = rows.map((row) => `r${row},question ${row},answer ${row},${expectedOf(row)}`);
  writeFileSync(join(folder, "rows.csv"), `id,question,answer,expected\n${lines.join("\n")}\n`);
  writeFileSync(join(folder, "suite.yaml"), suite);
  const options = ["--compare", "prompt", "--verbose", "--report", "r.json"];
  const { exit, out } = await runForkproof(["run", "suite.yaml", ...options], folder);
  expect(exit).toBe(1);
  const { summary, comparison, jobs } = JSON.parse(readFileSync(join(folder, "r.json"), "utf8")) as RunResult;
  expect(summary).toMatchObject({ jobs: 300, passed: 225, failed: 75, errored: 0, notRun: 0 });
  const counted = { wins: 30, losses: 15, ties: 105, rates: { left: 0.8, right: 0.7 } };
  expect(comparison).toMatchObject({ ...counted, values: ["left", "right"], unpaired: 0 });
  expect(comparison!.checks).toMatchObject([{ check: "output", ...counted }]);
  // Twice the share of the 2^45 ways to split 45 that give one side at most 15.
  expect(comparison!.p).toBeCloseTo(0.035697803555194696, 12);
  const rates = (row: number): object => ({ left: row <= 30 ? 0 : 1, right: row >= 16 && row <= 60 ? 0 : 1 });
  expect(comparison!.rows).toEqual(rows.map((row) => ({ row: `row=r${row}`, rates: rates(row) })));
  // Claude Sonnet 4.6: 0.30, 3.75, 3 and 15 USD a million.
  for (const value of ["left", "right"]) {
    const turns = jobs.filter(({ variant }) => variant["prompt"] === value).flatMap(({ forks }) => forks[0]!.turns);
    expect(turns).toHaveLength(150);
    const usd = turns.map(({ read, write, fresh, output }) => read! * 0.3 + write! * 3.75 + fresh! * 3 + output! * 15);
    const tokens = turns.map(({ read, write, fresh, output }) => read! + write! + fresh! + output!);
    const mean = (all: readonly number[]): number => all.reduce((sum, each) => sum + each, 0) / 150;
    const { means } = comparison!;
    expect(means[value]).toMatchObject({ samples: 150, tokens: mean(tokens), turns: 1, durationMs: null });
    expect(means[value]!.usd).toBeCloseTo(mean(usd) / 1e6, 8);
  }
  const table = out.split("\n").map((line) => line.trim().replaceAll(/ {2,}/g, " | "));
  expect(table).toContain("by prompt | left | right | delta");
  for (const line of [
    "row=r15 | 0 % | 100 % | +100",
    "row=r16 | 0 % | 0 % | 0",
    "row=r31 | 100 % | 0 % | -100",
    "row=r61 | 100 % | 100 % | 0",
    "expectation output | 80 % | 70 % | -10",
    "total | 80 % | 70 % | -10",
    "turns a sample | 1.0 | 1.0 | 0.0",
    "ms a sample | - | - | -",
  ])
    expect(table).toContain(line);
  expect(table.filter((line) => line.startsWith("row=r") && line.includes("%"))).toHaveLength(150);
  expect(out.replaceAll(/\s+/g, " ")).toContain(
    "right passed alone in 15 pairs, left in 30, 105 alike; p = 0.036 (exact sign test): left is better",
  );
});
