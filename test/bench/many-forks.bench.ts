import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { stringify } from "yaml";
import type { BenchCase, BenchRow } from "./bench-case.ts";

const FEW = 100;
const MANY = 1_000;
const MEBIBYTE = 1024 * 1024;

/** A run holds what its report holds and nothing else: memory stays where it is, and each fork costs what the first did. */
export const manyForks: BenchCase = {
  name: "many-forks",
  compares: `a run of ${MANY} mocked forks with one of ${FEW}, per fork; processor time, the start of Node left out`,
  run: async () => [
    measure("parents of 9 KB", forked("scripted-parent", "reading-3")),
    measure("parents of 123 KB", forked("coding-agent", "parent")),
    // What its own process costs does not count here: it works while the runner waits.
    measure("parents of 9 KB, forked by a module", forkedByModule("scripted-parent", "reading-3")),
  ],
};

function measure(what: string, scenario: Scenario): BenchRow {
  const start = runForks(1, scenario);
  const few = runForks(FEW, scenario);
  const many = runForks(MANY, scenario);
  const [eachOfFew, eachOfMany] = [(few.cpuMs - start.cpuMs) / (FEW - 1), (many.cpuMs - start.cpuMs) / (MANY - 1)];
  const peak = Math.round(many.peakBytes / MEBIBYTE);
  return {
    what: `${what} (peak ${peak} MiB)`,
    medianMs: eachOfMany,
    against: { what: `${FEW} forks`, medianMs: eachOfFew },
    bytes: null,
    goal: { says: "under 300 MiB, linear", met: peak < 300 && eachOfMany <= 1.25 * eachOfFew },
  };
}

type Cost = { readonly cpuMs: number; readonly peakBytes: number };

/** Asks the process for its own account as it ends. */
const account = `process.on("exit", () => {
  const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
  process.stderr.write("\\n" + JSON.stringify({ cpuMs: (userCPUTime + systemCPUTime) / 1e3, peakBytes: maxRSS * 1024 }));
});`;

function runForks(count: number, scenario: Scenario): Cost {
  const folder = mkdtempSync(join(tmpdir(), "forkproof-many-"));
  try {
    const file = join(folder, "many.yaml");
    writeFileSync(file, stringify(scenario(count)));
    const args = ["--import", `data:text/javascript,${encodeURIComponent(account)}`, "harness/cli/main.ts"];
    const run = [...args, "run", file, "--report", join(folder, "report.json")];
    const { status, stderr } = spawnSync(process.execPath, run, { encoding: "utf8" });
    if (status !== 0) throw new Error(`the run of ${count} forks exited ${status}: ${stderr}`);
    return JSON.parse(stderr.slice(stderr.lastIndexOf("\n")));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** A scenario of so many forks. */
type Scenario = (count: number) => object;

/** Two turns each, with a tool call between. */
function forked(cassette: string, exchange: string): Scenario {
  return (count) => ({
    ...parentOf(count, cassette, exchange),
    fork: {
      strategy: "pass-through",
      prompt: "Consolidate the notes of day ${number}.",
      tools: [{ name: "read_note", returns: "- ship it" }],
    },
    provider: { script: [{ call: { read_note: { page: "a" } } }, { text: "Done." }] },
    expect: { verdict: "byte-identical", stop: "completed", firstTurn: { ratio: ">= 0.9" } },
  });
}

/** One turn each. */
function forkedByModule(cassette: string, exchange: string): Scenario {
  return (count) => ({
    ...parentOf(count, cassette, exchange),
    fork: {
      subject: resolve("fixtures/subjects/parses-and-writes.ts"),
      prompt: "Consolidate the notes of day ${number}.",
    },
    provider: { script: [{ text: "Done." }] },
    expect: { verdict: "byte-identical", firstTurn: { ratio: ">= 0.9" } },
  });
}

function parentOf(count: number, cassette: string, exchange: string): object {
  return {
    name: "fork ${number}",
    matrix: { number: Array.from({ length: count }, (_, at) => at) },
    parent: { source: resolve("fixtures/cassettes", cassette), exchange },
  };
}
