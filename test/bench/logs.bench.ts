import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { BenchCase, BenchRow } from "./bench-case.ts";
import { type LogShape, writeLog, type WrittenLog } from "./write-log.ts";

const cli = resolve("dist/cli.js");

/** Megabytes of the logs; the environment variable chooses others: `FORKPROOF_LOGS=1024,2048 npm run bench -- logs`. */
const sizes = (process.env["FORKPROOF_LOGS"] ?? "256,512,1024,2048").split(",").map(Number);
const largest = Math.max(...sizes) * 1e6;

const GOAL = { rate: 30, perDoubling: 1.1, peakMb: 400, firstLineMs: 1_000 };

/** Logs of 50 conversations at once, each size in a process of its own. CPU time, since a clock counts the neighbours too. */
export const logs: BenchCase = {
  name: "logs",
  compares: "the inspection of the log of a gateway, 50 conversations at once, with that of one half as long",
  isNamed: true,
  usesPackage: true,
  limitMinutes: 30,
  obstacle: () => {
    if (sizes.some((size) => !(size > 0))) return "FORKPROOF_LOGS takes megabytes, as in 256,512";
    const { bavail, bsize } = statfsSync(tmpdir());
    return bavail * bsize > 2 * largest ? null : `${tmpdir()} has too little room for ${largest / 1e6} MB`;
  },
  run: async () => {
    const folder = mkdtempSync(join(tmpdir(), "forkproof-logs-bench-"));
    try {
      return [
        ...measureSizes(folder, "long requests", { conversations: 50, mostBytes: 400_000 }),
        ...measureSizes(folder, "short requests", { conversations: 50, mostBytes: 100_000 }),
        measurePage(folder),
        measureFirstLine(folder),
      ];
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

type Spent = { readonly cpuMs: number; readonly peakMb: number };
type Kind = Omit<LogShape, "bytes">;

/** Two rows a size: rate and peak, and what a byte costs against the size before. */
function measureSizes(folder: string, what: string, kind: Kind): readonly BenchRow[] {
  let before: { readonly written: WrittenLog; readonly spent: Spent } | null = null;
  return sizes.flatMap((size) => {
    const measured = withLog(folder, { ...kind, bytes: size * 1e6 }, (path, written) => ({
      written,
      spent: spend(["inspect", path]),
    }));
    const rows = [rowOf(what, measured.written, measured.spent)];
    if (before !== null) rows.push(growthOf(what, before, measured));
    before = measured;
    return rows;
  });
}

function rowOf(what: string, { bytes, requests }: WrittenLog, { cpuMs, peakMb }: Spent): BenchRow {
  const rate = bytes / 1e3 / cpuMs;
  return {
    what: `${what}: ${Math.round(bytes / 1e6)} MB, ${requests} requests: ${rate.toFixed(1)} MB/s, peak ${peakMb} MB`,
    medianMs: cpuMs,
    against: null,
    bytes,
    goal: {
      says: `${GOAL.rate} MB/s of CPU time, under ${GOAL.peakMb} MB`,
      met: rate >= GOAL.rate && peakMb < GOAL.peakMb,
    },
  };
}

type Measured = { readonly written: WrittenLog; readonly spent: Spent };

/** The time that the same bytes would have taken at the pace of the shorter log, and how much more it was for each doubling. */
function growthOf(what: string, before: Measured, after: Measured): BenchRow {
  const factor = after.written.bytes / before.written.bytes;
  const expectedMs = before.spent.cpuMs * factor;
  const perDoubling = (after.spent.cpuMs / expectedMs) ** (1 / Math.log2(factor));
  return {
    what: `${what}: ${perDoubling.toFixed(2)} times a byte, per doubling`,
    medianMs: after.spent.cpuMs,
    against: { what: "at the pace before", medianMs: expectedMs },
    bytes: null,
    goal: { says: `at most ${GOAL.perDoubling} times`, met: perDoubling <= GOAL.perDoubling },
  };
}

/** 10,000 requests as the page of `--html`. */
function measurePage(folder: string): BenchRow {
  const kind = { conversations: 50, mostBytes: 100_000, bytes: Math.min(778e6, largest) };
  return withLog(folder, kind, (path, written) =>
    rowOf("--html, short requests", written, spend(["inspect", path, "--html", join(folder, "page.html")])),
  );
}

/** What a reader of `--jsonl` waits for, of two files of which it takes one line. */
function measureFirstLine(folder: string): BenchRow {
  const kind = { conversations: 50, mostBytes: 400_000, bytes: Math.min(256e6, largest) };
  const first = join(folder, "first.jsonl");
  return withLog(folder, kind, (second) => {
    writeLog(first, { ...kind, bytes: 2e6 });
    const startMs = performance.now();
    const { stdout } = spawnSync(
      "sh",
      ["-c", '"$@" | head -n 1', "sh", ...run(["inspect", first, second, "--jsonl"])],
      {
        encoding: "utf8",
      },
    );
    const medianMs = performance.now() - startMs;
    if (!stdout.startsWith("{")) throw new Error(`inspect --jsonl printed no line: ${stdout}`);
    return {
      what: "the first line of --jsonl, of a short file and a long one",
      medianMs,
      against: null,
      bytes: null,
      goal: { says: "within a second", met: medianMs < GOAL.firstLineMs },
    };
  });
}

function withLog<Result>(folder: string, shape: LogShape, use: (path: string, written: WrittenLog) => Result): Result {
  const path = join(folder, "log.jsonl");
  try {
    return use(path, writeLog(path, shape));
  } finally {
    rmSync(path, { force: true });
  }
}

function run(args: readonly string[]): readonly string[] {
  return [process.execPath, cli, ...args];
}

/** The program itself as a user runs it; its last words are what it used. */
function spend(args: readonly string[]): Spent {
  const { status, stderr } = spawnSync(process.execPath, ["--import", TELLER, cli, ...args], {
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  });
  const [, told] = /^USED (.*)$/m.exec(stderr) ?? [];
  if (status !== 0 || told === undefined) throw new Error(`${args.join(" ")} exited ${status}: ${stderr}`);
  return JSON.parse(told);
}

const TELLER = `data:text/javascript,${encodeURIComponent(`
import { writeSync } from "node:fs";
process.on("exit", () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  const used = { cpuMs: (userCPUTime + systemCPUTime) / 1e3, peakMb: Math.round(maxRSS / 1024) };
  writeSync(2, "\\nUSED " + JSON.stringify(used) + "\\n");
});`)}`;
