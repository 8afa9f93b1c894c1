import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { BenchCase, BenchRow } from "./bench-case.ts";
import { type Growing, writeGrowing } from "./write-growing.ts";

/** A growing conversation, inspected from disk in a process of its own. CPU time, since a clock counts the neighbours too. */
export const inspecting: BenchCase = {
  name: "inspect",
  compares: "the inspection of a growing conversation with parsing each request and comparing it with the one before",
  run: async () => {
    const folder = mkdtempSync(join(tmpdir(), "inspect-bench-"));
    try {
      const rows = [250, 500, 1_000].flatMap((requests) => {
        const growing = writeGrowing(folder, requests, requests * 1_000);
        const rows = [measure(growing, requests, "cassette", 300)];
        if (requests === 500) rows.push(measure(growing, requests, "lines", 60));
        rmSync(growing.cassette, { recursive: true });
        rmSync(growing.lines);
        return rows;
      });
      return [...rows, measureBroken(folder, 250)];
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

function measure(growing: Growing, requests: number, form: "cassette" | "lines", goal: number): BenchRow {
  const source = growing[form];
  const ours = best(source, inspectScript);
  const theirs = best(source, parseScript);
  const rate = growing.bytes / ours.cpuMs / 1e3;
  const megabytes = Math.round(growing.bytes / 1e6);
  return {
    what: `${requests} requests, ${megabytes} MB, from ${form === "lines" ? "JSON Lines" : "a cassette"} (peak ${ours.peakMb} MB)`,
    medianMs: ours.cpuMs,
    against: { what: "parse + compare", medianMs: theirs.cpuMs },
    bytes: growing.bytes,
    goal: { says: `${goal} MB/s of CPU time, under 300 MB`, met: rate >= goal && ours.peakMb < 300 },
  };
}

/** What finding causes costs: the same conversation, and one whose system prompt tells the time, so that each request breaks. */
function measureBroken(folder: string, requests: number): BenchRow {
  const clock = (request: number): string => new Date(1_790_000_000_000 + request * 5_000).toISOString();
  const broken = writeGrowing(folder, requests, requests * 1_000, clock);
  const ours = best(broken.cassette, brokenScript);
  const whole = best(writeGrowing(folder, requests, requests * 1_000).cassette, inspectScript);
  return {
    what: `${requests} requests, ${Math.round(broken.bytes / 1e6)} MB, every one broken (peak ${ours.peakMb} MB)`,
    medianMs: ours.cpuMs,
    against: { what: "the same unbroken", medianMs: whole.cpuMs },
    bytes: broken.bytes,
    goal: {
      says: "under 10 times the CPU time, under 300 MB",
      met: ours.cpuMs < 10 * whole.cpuMs && ours.peakMb < 300,
    },
  };
}

type Spent = { readonly cpuMs: number; readonly peakMb: number };

function best(source: string, script: string): Spent {
  const runs = [1, 2, 3].map(() => spend(source, script));
  return runs.toSorted((left, right) => left.cpuMs - right.cpuMs)[0] ?? { cpuMs: Number.NaN, peakMb: Number.NaN };
}

function spend(source: string, script: string): Spent {
  const { status, stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", script, source], {
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  });
  if (status !== 0) throw new Error(`inspecting ${source} exited ${status}: ${stderr}`);
  return JSON.parse(stdout);
}

const opened = `
const { openRecording } = await import(${JSON.stringify(resolve("harness/cassette/open-recording.ts"))});
const { inspectRecording } = await import(${JSON.stringify(resolve("harness/verdict/recording/inspect-recording.ts"))});
const { limitYoungHeap } = await import(${JSON.stringify(resolve("harness/io/lean-heap.ts"))});
const before = process.cpuUsage();
const limit = limitYoungHeap();
const opened = openRecording(process.argv[1]);
const recording = { ...opened, load: (id) => (limit(), opened.load(id)) };`;

const told = `
const { user, system } = process.cpuUsage(before);
console.log(JSON.stringify({ cpuMs: (user + system) / 1e3, peakMb: Math.round(process.resourceUsage().maxRSS / 1024) }));`;

const inspectScript = `${opened}
const { exchanges } = inspectRecording(recording);
if (!exchanges.slice(1).every(({ relation, verdict }) => relation === "turn" && verdict.endsWith("identical"))) process.exit(1);
${told}`;

const brokenScript = `${opened}
const { exchanges } = inspectRecording(recording);
if (!exchanges.slice(1).every(({ findings }) => findings.some(({ code, role }) => code === "CB302" && role === "cause"))) process.exit(1);
${told}`;

/** What a user would write: each request parsed, its messages without marks as texts, held against those before. */
const parseScript = `${opened}
const unmarked = (name, value) => (name === "cache_control" ? undefined : value);
let last = [];
for (const id of recording.ids) {
  const { tools, system, messages } = JSON.parse(recording.load(id).request.toString());
  const texts = [tools, system, ...messages].map((each) => JSON.stringify(each, unmarked));
  if (!last.every((text, at) => text === texts[at])) process.exit(1);
  last = texts;
}
${told}`;
