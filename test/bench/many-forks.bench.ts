import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
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
  compares: `a run of ${MANY} mocked forks by the built package with one of ${FEW}, per fork; processor time, the start of Node left out`,
  usesPackage: true,
  limitMinutes: 10,
  run: async () => [
    measure("parents of 9 KB", forked("scripted-parent", "reading-3")),
    measure("parents of 123 KB", forked("coding-agent", "parent")),
    // What its own process costs does not count here: it works while the runner waits.
    measure("parents of 9 KB, forked by a module", forkedByModule("scripted-parent", "reading-3")),
    inTwoProcesses("parents of 9 KB, forked by a module, --jobs 2", forkedByModule("scripted-parent", "reading-3")),
  ],
};

function measure(what: string, scenario: Scenario): BenchRow {
  const [start, few, many] = [1, FEW, MANY].map((count) => runForks(count, scenario, 1)) as [Cost, Cost, Cost];
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

/** Both processes that run jobs; also the shorter run starts both. */
function inTwoProcesses(what: string, scenario: Scenario): BenchRow {
  const [few, many] = [runForks(FEW, scenario, 2), runForks(MANY, scenario, 2)];
  const each = (many.cpuMs - few.cpuMs) / (MANY - FEW);
  const peak = Math.round(many.peakBytes / MEBIBYTE);
  const share = (100 * many.gcMs) / many.cpuMs;
  return {
    what: `${what} (peak ${peak} MiB, ${share.toFixed(1)} % of the time for garbage)`,
    medianMs: each,
    against: null,
    bytes: null,
    goal: { says: "under 3 ms, 200 MB and 8 % garbage", met: each < 3 && many.peakBytes < 200e6 && share < 8 },
  };
}

/** Of all processes that run jobs; the peak is the largest one's. */
type Cost = { readonly cpuMs: number; readonly gcMs: number; readonly peakBytes: number };

/** Notes the account of each process as it works, since those beside the first are killed at the end. */
const account = `
  import { writeFileSync } from "node:fs";
  import { PerformanceObserver } from "node:perf_hooks";
  if (!process.argv[1].includes("subject-worker")) {
    let gcMs = 0;
    const seen = new PerformanceObserver((list) => { for (const { duration } of list.getEntries()) gcMs += duration; });
    seen.observe({ entryTypes: ["gc"] });
    const note = () => {
      const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
      const spent = { cpuMs: (userCPUTime + systemCPUTime) / 1e3, gcMs, peakBytes: maxRSS * 1024 };
      writeFileSync(process.env.FORKPROOF_ACCOUNTS + "/account-" + process.pid + ".json", JSON.stringify(spent));
    };
    setInterval(note, 100).unref();
    process.on("exit", note);
  }`;

function runForks(count: number, scenario: Scenario, jobs: number): Cost {
  const folder = mkdtempSync(join(tmpdir(), "forkproof-many-"));
  try {
    const file = join(folder, "many.yaml");
    writeFileSync(file, stringify(scenario(count)));
    const args = ["--import", `data:text/javascript,${encodeURIComponent(account)}`, "dist/cli.js", "run", file];
    const run = [...args, "--report", join(folder, "report.json"), "--jobs", String(jobs)];
    const env = { ...process.env, FORKPROOF_ACCOUNTS: folder };
    const { status, stderr } = spawnSync(process.execPath, run, { encoding: "utf8", env });
    if (status !== 0) throw new Error(`the run of ${count} forks exited ${status}: ${stderr}`);
    const noted = readdirSync(folder).filter((name) => name.startsWith("account-"));
    const costs = noted.map((name): Cost => JSON.parse(readFileSync(join(folder, name), "utf8")));
    // Unknown is not zero: the process that this one started notes itself in any case, and a second one if it ran jobs.
    if (costs.length !== jobs && count > 1)
      throw new Error(`${costs.length} of ${jobs} processes noted what they spent`);
    const sum = (spent: (cost: Cost) => number): number => costs.reduce((total, cost) => total + spent(cost), 0);
    return {
      cpuMs: sum(({ cpuMs }) => cpuMs),
      gcMs: sum(({ gcMs }) => gcMs),
      peakBytes: Math.max(...costs.map(({ peakBytes }) => peakBytes)),
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** A scenario of so many forks. */
export type Scenario = (count: number) => object;

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
export function forkedByModule(cassette: string, exchange: string): Scenario {
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
