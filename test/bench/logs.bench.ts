import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { BenchCase, BenchRow } from "./bench-case.ts";
import { spend, type Spent } from "./spend.ts";
import { type LogShape, writeLog, type WrittenLog } from "./write-log.ts";

const cli = resolve("dist/cli.js");

/** Megabytes of the logs; the environment variable chooses others: `FORKPROOF_LOGS=1024,2048 npm run bench -- logs`. */
const sizes = (process.env["FORKPROOF_LOGS"] ?? "256,512,1024,2048").split(",").map(Number);
const largest = Math.max(...sizes) * 1e6;

const GOAL = { rate: 60, perDoubling: 1.1, peakMb: 400, firstLineMs: 1_000, broken: 2, cores: 1.7 };

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
        measureBroken(folder),
        measurePage(folder),
        measureFirstLine(folder, "files"),
        measureFirstLine(folder, "folder"),
      ];
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

type Kind = Omit<LogShape, "bytes">;

/** Two rows a size: rate and peak, and what a byte costs against the size before. Then how many cores worked at the last. */
function measureSizes(folder: string, what: string, kind: Kind): readonly BenchRow[] {
  let before: { readonly written: WrittenLog; readonly spent: Spent } | null = null;
  const rows = sizes.flatMap((size) => {
    const measured = withLog(folder, { ...kind, bytes: size * 1e6 }, (path, written) => ({
      written,
      spent: spend(cli, ["inspect", path]),
    }));
    const ofSize = [rowOf(what, measured.written, measured.spent)];
    if (before !== null) ofSize.push(growthOf(what, before, measured));
    before = measured;
    return ofSize;
  });
  return before === null ? rows : [...rows, coresOf(what, before)];
}

/** How many cores worked: CPU time over that of the clock, by which the rate is given, too. A busy neighbour makes both less. */
function coresOf(what: string, { written: { bytes }, spent: { cpuMs, wallMs } }: Measured): BenchRow {
  const cores = cpuMs / wallMs;
  return {
    what: `${what}: ${(bytes / 1e3 / wallMs).toFixed(1)} MB/s by the clock, with ${cores.toFixed(2)} cores at work`,
    medianMs: wallMs,
    against: { what: "CPU time", medianMs: cpuMs },
    bytes,
    goal: { says: `${GOAL.cores} with two cores`, met: cores >= GOAL.cores },
  };
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
    rowOf("--html, short requests", written, spend(cli, ["inspect", path, "--html", join(folder, "page.html")])),
  );
}

/** A log in which every request breaks, and the same log without breaks. */
function measureBroken(folder: string): BenchRow {
  const kind = { conversations: 50, mostBytes: 100_000, bytes: Math.min(256e6, largest) };
  const whole = withLog(folder, kind, (path) => spend(cli, ["inspect", path]));
  return withLog(folder, { ...kind, isBroken: true }, (path, { bytes }) => {
    const broken = spend(cli, ["inspect", path]);
    return {
      what: `short requests, every one broken: ${Math.round(bytes / 1e6)} MB, peak ${broken.peakMb} MB`,
      medianMs: broken.cpuMs,
      against: { what: "the same log without breaks", medianMs: whole.cpuMs },
      bytes,
      goal: {
        says: `at most ${GOAL.broken} times, under ${GOAL.peakMb} MB`,
        met: broken.cpuMs <= GOAL.broken * whole.cpuMs && broken.peakMb < GOAL.peakMb,
      },
    };
  });
}

/** What a reader of `--jsonl` waits for, who takes one line: of two files that are named, or that lie in a folder. */
function measureFirstLine(folder: string, how: "files" | "folder"): BenchRow {
  const kind = { conversations: 50, mostBytes: 400_000, bytes: Math.min(how === "files" ? 256e6 : 2048e6, largest) };
  const logs = join(folder, "logs");
  const first = join(logs, "first.jsonl");
  mkdirSync(logs, { recursive: true });
  return withLog(logs, kind, (second) => {
    writeLog(first, { ...kind, bytes: 2e6 });
    const startMs = performance.now();
    const sources = how === "files" ? [first, second] : [logs];
    const { stdout } = spawnSync("sh", ["-c", '"$@" | head -n 1', "sh", ...run(["inspect", ...sources, "--jsonl"])], {
      encoding: "utf8",
    });
    const medianMs = performance.now() - startMs;
    if (!stdout.startsWith("{")) throw new Error(`inspect --jsonl printed no line: ${stdout}`);
    const named = how === "files" ? "of a short file and a long one" : "of a folder with a short file and a long one";
    return {
      what: `the first line of --jsonl, ${named}, ${Math.round(kind.bytes / 1e6)} MB`,
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
