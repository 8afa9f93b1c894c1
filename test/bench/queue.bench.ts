import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { hasNatsServer, type NatsServer, startNatsServer } from "../support/nats-server.ts";
import type { BenchCase, BenchRow } from "./bench-case.ts";
import { median } from "./processes.ts";
import { type BenchJob, writeBenchProject } from "./queue-bench-project.ts";

const cli = resolve("harness/cli/main.ts");
const [FEW, MANY, ROUNDS] = [50, 300, 3];

/** Whole commands over a real server. Overhead is processor time of all processes, by the difference of two lengths. */
export const queue: BenchCase = {
  name: "queue",
  compares: "jobs of `run --queue` on workers with jobs of one process, and several workers with one",
  obstacle: () => (hasNatsServer ? null : "no nats-server here"),
  isNamed: true,
  limitMinutes: 10,
  run: async () => {
    const root = mkdtempSync(join(tmpdir(), "forkproof-queue-bench-"));
    try {
      const computing = { workers: 2, goal: 1.6 };
      return [
        await overhead(join(root, "shared"), "one recording of 100 KB for all jobs", false),
        await overhead(join(root, "own"), "100 KB of its own for each job", true),
        await speedUp(root, { ...computing, what: "jobs that compute", job: COMPUTES, perWorker: [10, 40] }),
        await speedUp(root, { ...computing, what: "mocked forks", job: null, perWorker: [40, 160] }),
        await speedUp(root, { workers: 8, goal: 7, what: "jobs that wait for 400 ms", job: WAITS, perWorker: [4, 16] }),
      ];
    } finally {
      rmSync(root, { recursive: true, force: true });
    }
  },
};

/** Code that a fork runs before its request. A fixed number of rounds, since a fixed time would pass while others compute. */
const COMPUTES = `import { pbkdf2Sync } from "node:crypto";
const work = () => pbkdf2Sync("forkproof", "salt", 150_000, 32, "sha256");`;
const WAITS = "const work = () => new Promise((resolve) => setTimeout(resolve, 400));";

const GOAL_MS = 2;

async function overhead(folder: string, what: string, isOwn: boolean): Promise<BenchRow> {
  writeBenchProject(folder, { isOwn, job: null });
  await using server = await startNatsServer();
  const rounds: QueuedCpu[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const [few, many] = [await cpuOnQueue(folder, FEW, server), await cpuOnQueue(folder, MANY, server)];
    const plain = async (jobs: number): Promise<number> => cpuOf([...run(jobs), "--jobs", "1"], folder);
    const aloneMs = (await plain(MANY)) - (await plain(FEW));
    const each = (part: keyof typeof few): number => (many[part] - few[part]) / (MANY - FEW);
    rounds.push({
      run: each("run"),
      worker: each("worker"),
      jobProcess: each("jobProcess"),
      server: each("server"),
      alone: aloneMs / (MANY - FEW),
    });
  }
  const medianMs = median(rounds.map((r) => r.run + r.worker + r.jobProcess + r.server - r.alone));
  const part = (name: keyof QueuedCpu): string => median(rounds.map((round) => round[name])).toFixed(1);
  const parts = `run ${part("run")}, worker ${part("worker")}, its job process ${part("jobProcess")}, server ${part("server")}, one process ${part("alone")}`;
  const goal = { says: `at most ${GOAL_MS} ms`, met: medianMs <= GOAL_MS };
  const row = `overhead of a job, processor time of jobs ${FEW} to ${MANY}: ${what} (${parts})`;
  return { what: row, medianMs, against: null, bytes: null, goal };
}

/** Processor time in milliseconds. */
type QueuedCpu = {
  readonly run: number;
  readonly worker: number;
  readonly jobProcess: number;
  readonly server: number;
  readonly alone: number;
};

function run(jobs: number): readonly string[] {
  return ["run", "--rows", `1-${jobs}`, "--report", `${jobs}.json`, "--reporter", "minimal"];
}

async function cpuOnQueue(folder: string, jobs: number, server: NatsServer): Promise<Omit<QueuedCpu, "alone">> {
  const before = cpuTimes();
  await using worker = await startWorker(server);
  const own = await cpuOf([...run(jobs), "--queue", server.url], folder);
  const after = cpuTimes();
  const children = after.filter(({ parent }) => parent === worker.pid);
  return {
    run: own,
    worker: msOf(after, worker.pid),
    jobProcess: children.reduce((sum, { ms }) => sum + ms, 0),
    server: msOf(after, server.pid) - msOf(before, server.pid),
  };
}

type Speed = {
  readonly what: string;
  readonly workers: number;
  readonly goal: number;
  readonly job: BenchJob;
  /** Jobs for each worker in the shorter and the longer run. */
  readonly perWorker: readonly [number, number];
};

/**
 * Jobs in a second, by the difference of two lengths: each run starts a process for each worker, which takes as long for one job as
 * for a thousand. It is wall time, and tells little on a machine that does other things.
 */
async function speedUp(root: string, { what, workers, goal, job, perWorker }: Speed): Promise<BenchRow> {
  const folder = mkdtempSync(join(root, "speed-"));
  writeBenchProject(folder, { isOwn: false, job });
  const jobMs = async (count: number): Promise<{ readonly each: number; readonly startMs: number }> => {
    await using server = await startNatsServer();
    const started = await Promise.all(Array.from({ length: count }, () => startWorker(server)));
    const time = async (rows: number): Promise<number> => {
      await cpuOf([...run(rows), "--queue", server.url], folder);
      // Without the start of the command.
      const { timing }: { readonly timing: { readonly durationMs: number } } = JSON.parse(
        readFileSync(join(folder, `${rows}.json`), "utf8"),
      );
      return timing.durationMs;
    };
    const [short, long] = perWorker.map((jobs) => jobs * count) as [number, number];
    // The first run compiles the code.
    await time(short);
    const rounds: { readonly each: number; readonly startMs: number }[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const shortMs = await time(short);
      const each = ((await time(long)) - shortMs) / (long - short);
      rounds.push({ each, startMs: shortMs - short * each });
    }
    for (const worker of started) await worker[Symbol.asyncDispose]();
    return { each: median(rounds.map(({ each }) => each)), startMs: median(rounds.map(({ startMs }) => startMs)) };
  };
  const [alone, together] = [await jobMs(1), await jobMs(workers)];
  const start = `a run starts in ${alone.startMs.toFixed(0)} ms, with ${workers} workers in ${together.startMs.toFixed(0)} ms`;
  const against = {
    what: `1 worker, ${(alone.each / together.each).toFixed(2)} times as long a job; ${start}`,
    medianMs: alone.each,
  };
  return {
    what: `${what}: ${workers} workers`,
    medianMs: together.each,
    against,
    bytes: null,
    goal: { says: `${goal} times as fast`, met: alone.each >= goal * together.each },
  };
}

/** Runs a command to its end; its own processor time in milliseconds. */
async function cpuOf(args: readonly string[], folder: string): Promise<number> {
  const report = join(folder, "cpu.txt");
  const hook = `import { writeFileSync } from "node:fs"; process.on("exit", () => { const { user, system } = process.cpuUsage(); writeFileSync(${JSON.stringify(report)}, String((user + system) / 1000)); });`;
  const child = spawn(
    process.execPath,
    ["--import", `data:text/javascript,${encodeURIComponent(hook)}`, cli, ...args],
    { cwd: folder, stdio: ["ignore", "ignore", "pipe"] },
  );
  let said = "";
  child.stderr.on("data", (text: Buffer) => (said += text.toString()));
  const [exit] = (await once(child, "close")) as [number];
  if (exit !== 0) throw new Error(`forkproof ${args.join(" ")} ended with ${exit}: ${said}`);
  return Number(readFileSync(report, "utf8"));
}

async function startWorker(server: NatsServer): Promise<AsyncDisposable & { readonly pid: number }> {
  const folder = mkdtempSync(join(tmpdir(), "forkproof-queue-worker-"));
  const child: ChildProcess = spawn(process.execPath, [cli, "worker", "--queue", server.url, "--jobs", "1"], {
    cwd: folder,
    stdio: ["ignore", "ignore", "pipe"],
  });
  await once(child.stderr ?? child, "data");
  return {
    pid: child.pid ?? 0,
    [Symbol.asyncDispose]: async () => {
      child.kill("SIGTERM");
      await once(child, "close");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

type ProcessTime = { readonly pid: number; readonly parent: number; readonly ms: number };

/** Processor time of all processes; Linux lists it in hundredths of a second. */
function cpuTimes(): readonly ProcessTime[] {
  return readdirSync("/proc").flatMap((name) => (/^\d+$/.test(name) ? statOf(Number(name)) : []));
}

function msOf(times: readonly ProcessTime[], pid: number): number {
  return times.find((each) => each.pid === pid)?.ms ?? 0;
}

function statOf(pid: number): readonly ProcessTime[] {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = text
      .slice(text.lastIndexOf(")") + 2)
      .split(" ")
      .map(Number);
    return [{ pid, parent: fields[1] ?? 0, ms: 10 * ((fields[11] ?? 0) + (fields[12] ?? 0)) }];
  } catch {
    return [];
  }
}
