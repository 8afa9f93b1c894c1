import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { BenchCase, BenchRow } from "./bench-case.ts";
import { writeGrowing } from "./write-growing.ts";

/** A growing conversation, simulated from disk in a process of its own. CPU time, since a clock counts the neighbours too. */
export const simulating: BenchCase = {
  name: "simulate",
  compares:
    "the simulation of a growing conversation with its inspection; each step doubles the requests, and four times the bytes",
  run: async () => {
    const folder = mkdtempSync(join(tmpdir(), "simulate-bench-"));
    try {
      const measured = [250, 500, 1_000].map((requests) => {
        const { cassette, bytes } = writeGrowing(folder, requests, requests * 1_000);
        const spent = {
          requests,
          bytes,
          cpuMs: spend(cassette, simulateScript),
          inspectMs: spend(cassette, inspectScript),
        };
        rmSync(cassette, { recursive: true });
        return spent;
      });
      const [first] = measured;
      return measured.map((each) => rowOf(each, first ?? each));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

type Spent = { readonly requests: number; readonly bytes: number; readonly cpuMs: number; readonly inspectMs: number };

function rowOf({ requests, bytes, cpuMs, inspectMs }: Spent, first: Spent): BenchRow {
  const perMegabyte = cpuMs / (bytes / 1e6);
  return {
    what: `${requests} requests, ${Math.round(bytes / 1e6)} MB (${perMegabyte.toFixed(1)} ms a megabyte)`,
    medianMs: cpuMs,
    against: { what: "inspect", medianMs: inspectMs },
    bytes,
    goal: {
      says: "no more time a megabyte than the shortest",
      met: perMegabyte <= first.cpuMs / (first.bytes / 1e6),
    },
  };
}

/** The lesser of two runs, in milliseconds. */
function spend(source: string, script: string): number {
  const runs = [1, 2].map(() => {
    const run = spawnSync(process.execPath, ["--input-type=module", "-e", script, source], { encoding: "utf8" });
    if (run.status !== 0) throw new Error(`simulating ${source} exited ${run.status}: ${run.stderr}`);
    return Number(run.stdout);
  });
  return Math.min(...runs);
}

const opened = `
const { openRecording } = await import(${JSON.stringify(resolve("harness/cassette/open-recording.ts"))});
const { inspectRecording } = await import(${JSON.stringify(resolve("harness/verdict/recording/inspect-recording.ts"))});
const { simulateRecording } = await import(${JSON.stringify(resolve("harness/simulate/simulate-recording.ts"))});
const before = process.cpuUsage();
const recording = openRecording(process.argv[1]);`;

const told = `
const { user, system } = process.cpuUsage(before);
console.log((user + system) / 1e3);`;

const simulateScript = `${opened}
const { exchanges } = simulateRecording(recording, { provider: null, anchored: true, mode: "upper" });
if (!exchanges.slice(1).every(({ predicted }) => predicted !== null && predicted.read > 0)) process.exit(1);
${told}`;

const inspectScript = `${opened}
if (inspectRecording(recording).exchanges.length === 0) process.exit(1);
${told}`;
