import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BenchCase, BenchRow } from "./bench-case.ts";

const cli = "dist/cli.js";
const rounds = 21;

/** What a person waits for before the first line of output. Node keeps compiled code, so that a first start takes longer than later ones. */
export const startup: BenchCase = {
  name: "startup",
  compares: `the built package with an empty Node process, ${rounds} runs each`,
  usesPackage: true,
  run: async () => [
    measure("--help", ["--help"], 25),
    measure("judge", ["judge", "fixtures/cassettes/coding-agent", "--parent", "parent", "--child", "fork"], 80),
    measure("run, one pair", run("scenarios/pairs/clean-fork.yaml"), 150),
    measure("run, one mocked fork", run("scenarios/forks/pass-through.yaml"), 280),
    measure(
      "run, one mocked fork, a first start: no code is compiled yet",
      run("scenarios/forks/pass-through.yaml"),
      null,
    ),
  ],
};

function run(scenario: string): readonly string[] {
  return ["run", scenario, "--report", join(tmpdir(), "forkproof-startup.json")];
}

function measure(what: string, args: readonly string[], goalMs: number | null): BenchRow {
  const ours: number[] = [];
  const empty: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    if (goalMs === null) ours.push(firstTime([cli, ...args]));
    else ours.push(time([cli, ...args]));
    empty.push(time(["-e", "0"]));
  }
  const medianMs = median(ours);
  const floorMs = median(empty);
  return {
    what,
    medianMs,
    against: { what: "node -e 0", medianMs: floorMs },
    bytes: null,
    goal: goalMs === null ? null : { says: `at most ${goalMs} ms above`, met: medianMs - floorMs <= goalMs },
  };
}

function firstTime(args: readonly string[]): number {
  const folder = mkdtempSync(join(tmpdir(), "forkproof-startup-"));
  try {
    return time(args, { ...process.env, NODE_COMPILE_CACHE: folder });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function time(args: readonly string[], env: NodeJS.ProcessEnv = process.env): number {
  const startMs = performance.now();
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: "utf8", env });
  const tookMs = performance.now() - startMs;
  // A command that fails early is fast; only a finished one may be counted.
  if (status !== 0 && status !== 1) throw new Error(`node ${args.join(" ")} exited ${status}: ${stderr}`);
  return tookMs;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}
