import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { hasNatsServer, type NatsServer, startNatsServer } from "../support/nats-server.ts";
import { parse, stringify } from "yaml";
import type { BenchCase, BenchRow } from "./bench-case.ts";
import { median } from "./processes.ts";

const cli = resolve("harness/cli/main.ts");
const [FEW, MANY, ROUNDS] = [20, 220, 3];

/** Enough for the longest run. */
const ROWS = 480;

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
      return [
        await overhead(join(root, "shared"), "one recording of 100 KB for all jobs", false),
        await overhead(join(root, "own"), "100 KB of its own for each job", true),
        await speedUp(root, { what: "jobs that compute", workers: 2, goal: 1.6, delayMs: 0, perWorker: [40, 240] }),
        await speedUp(root, {
          what: "jobs that wait for 400 ms",
          workers: 8,
          goal: 7,
          delayMs: 400,
          perWorker: [5, 30],
        }),
      ];
    } finally {
      rmSync(root, { recursive: true, force: true });
    }
  },
};

const GOAL_MS = 2;

async function overhead(folder: string, what: string, isOwn: boolean): Promise<BenchRow> {
  writeProject(folder, { isOwn, delayMs: 0 });
  await using server = await startNatsServer();
  const differences: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const perJob = async (measure: (jobs: number) => Promise<number>): Promise<number> =>
      ((await measure(MANY)) - (await measure(FEW))) / (MANY - FEW);
    const queued = await perJob((jobs) => cpuOnQueue(folder, jobs, server));
    const plain = await perJob((jobs) => cpuOf([...run(jobs), "--jobs", "1"], folder));
    differences.push(queued - plain);
  }
  const medianMs = median(differences);
  const goal = { says: `at most ${GOAL_MS} ms`, met: medianMs <= GOAL_MS };
  return { what: `overhead of a job: ${what}`, medianMs, against: null, bytes: 100_000, goal };
}

function run(jobs: number): readonly string[] {
  return ["run", "--rows", `1-${jobs}`, "--report", `${jobs}.json`, "--reporter", "minimal"];
}

/** The coordinator, the worker with its job process, and the server. */
async function cpuOnQueue(folder: string, jobs: number, server: NatsServer): Promise<number> {
  const startMs = treeCpu(server.pid);
  await using worker = await startWorker(server);
  const own = await cpuOf([...run(jobs), "--queue", server.url], folder);
  return own + treeCpu(worker.pid) + treeCpu(server.pid) - startMs;
}

type Speed = {
  readonly what: string;
  readonly workers: number;
  readonly goal: number;
  readonly delayMs: number;
  /** Jobs for each worker in the shorter and the longer run. */
  readonly perWorker: readonly [number, number];
};

/**
 * Jobs in a second, by the difference of two lengths: each run starts a process for each worker, which takes as long for one job as
 * for a thousand. It is wall time, and tells little on a machine that does other things.
 */
async function speedUp(root: string, { what, workers, goal, delayMs, perWorker }: Speed): Promise<BenchRow> {
  const folder = join(root, `speed-${workers}`);
  writeProject(folder, { isOwn: false, delayMs });
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
    const shortMs = await time(short);
    const each = ((await time(long)) - shortMs) / (long - short);
    for (const worker of started) await worker[Symbol.asyncDispose]();
    return { each, startMs: shortMs - short * each };
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

function writeProject(folder: string, { isOwn, delayMs }: { isOwn: boolean; delayMs: number }): void {
  mkdirSync(join(folder, "scenarios"), { recursive: true });
  const numbers = Array.from({ length: ROWS }, (_, at) => at + 1);
  writeParent(join(folder, "parent"), 0);
  writeFileSync(
    join(folder, "scenarios/rows.jsonl"),
    numbers.map((id) => `${JSON.stringify({ id: String(id) })}\n`).join(""),
  );
  for (const id of isOwn ? numbers.slice(0, MANY) : []) writeParent(join(folder, `parent-${id}`), id);
  const source = isOwn ? "../parent-${id}" : "../parent";
  const fork = delayMs === 0 ? "strategy: pass-through" : "subject: ./waits.mjs";
  writeFileSync(join(folder, "scenarios/waits.mjs"), waits(delayMs));
  writeFileSync(
    join(folder, "scenarios/many.yaml"),
    `name: many
cases: rows.jsonl
parent: { source: "${source}", exchange: reading-3 }
fork: { ${fork}, prompt: "Read note \${id}." }
provider: { script: [{ text: Done. }] }
expect: { turns: ">= 1" }
`,
  );
}

/** A recording of one exchange, with text that makes it one of 100 KB. */
function writeParent(folder: string, seed: number): void {
  const [from, name] = ["fixtures/cassettes/scripted-parent", "0003"];
  mkdirSync(folder, { recursive: true });
  const cassette: { exchanges: readonly { readonly id: string }[] } = parse(
    readFileSync(join(from, "cassette.yaml"), "utf8"),
  );
  const exchanges = cassette.exchanges.filter(({ id }) => id === "reading-3");
  writeFileSync(join(folder, "cassette.yaml"), stringify({ ...cassette, exchanges }));
  for (const file of [`${name}.request.json`, `${name}.response.sse`]) cpSync(join(from, file), join(folder, file));
  writeFileSync(join(folder, "padding.txt"), textOf(seed));
}

/** Text that compresses about as well as a recording does: bytes of one kind would travel for nothing. */
function textOf(seed: number): string {
  let state = seed + 1;
  const next = (most: number): number => (state = (state * 48_271) % 2_147_483_647) % most;
  const letters = (count: number): string =>
    Array.from({ length: count }, () => String.fromCharCode(97 + next(26))).join("");
  const words = Array.from({ length: 1_000 }, () => letters(3 + next(8)));
  return Array.from({ length: 14_000 }, () => words[next(words.length)])
    .join(" ")
    .slice(0, 100_000);
}

/** A fork that waits as one does whose model thinks. */
function waits(delayMs: number): string {
  return `export default async ({ parent, baseUrl, apiKey, directive }) => {
  await new Promise((resolve) => setTimeout(resolve, ${delayMs}));
  const { messages, ...request } = JSON.parse(parent.request.toString());
  const body = JSON.stringify({ ...request, stream: false, messages: [...messages, { role: "user", content: directive }] });
  const headers = { "content-type": "application/json", "anthropic-version": "2023-06-01", "x-api-key": apiKey };
  await (await fetch(baseUrl + "/v1/messages", { method: "POST", headers, body })).text();
  return { output: "Done." };
};
`;
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

/** Processor time of a process and all that it started, in milliseconds; Linux lists it in hundredths of a second. */
function treeCpu(pid: number): number {
  const stats = readdirSync("/proc").flatMap((name) => (/^\d+$/.test(name) ? statOf(Number(name)) : []));
  const of = (one: number): number =>
    stats.filter((each) => each.pid === one).reduce((sum, { ms }) => sum + ms, 0) +
    stats.filter(({ parent }) => parent === one).reduce((sum, each) => sum + of(each.pid), 0);
  return of(pid);
}

function statOf(pid: number): readonly { readonly pid: number; readonly parent: number; readonly ms: number }[] {
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
