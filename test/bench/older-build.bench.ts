import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { stringify } from "yaml";
import type { BenchCase, BenchRow } from "./bench-case.ts";
import { forkedByModule } from "./many-forks.bench.ts";
import { median } from "./processes.ts";
import { spend, type Spent } from "./spend.ts";
import { writeLog } from "./write-log.ts";

/** The older commit, such as `FORKPROOF_BASE=v0.1.0 npm run bench -- older-build`. */
const base = process.env["FORKPROOF_BASE"] ?? "";

const ours = resolve("dist/cli.js");
const starts = 15;
const runs = 3;

/** What a change of the code gained or cost, by the same commands with both builds, in turns. */
export const olderBuild: BenchCase = {
  name: "older-build",
  compares: "the built package with that of an older commit, both in turns; of long runs the processor time",
  isNamed: true,
  usesPackage: true,
  limitMinutes: 30,
  obstacle: () => (base === "" ? "FORKPROOF_BASE names the older commit: a tag, or a hash" : null),
  run: async () => {
    const root = mkdtempSync(join(tmpdir(), "forkproof-older-bench-"));
    try {
      const older = buildOlder(join(root, "older"));
      return [...commandRows(older, root), ...logRows(older, root)];
    } finally {
      rmSync(root, { recursive: true, force: true });
    }
  },
};

type Older = { readonly cli: string; readonly name: string };

/** A copy of the commit's files, with the packages that it asks for. */
function buildOlder(folder: string): Older {
  mkdirSync(folder);
  const run = (program: string, args: readonly string[], cwd: string): string =>
    execFileSync(program, args, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"], maxBuffer: 2 ** 28 });
  const name = run("git", ["log", "-1", "--format=%h of %as", base], ".").trim();
  run("sh", ["-c", 'git archive "$1" | tar -x -C "$2"', "sh", base, folder], ".");
  const lockIn = (place: string): string => readFileSync(join(place, "package-lock.json"), "utf8");
  if (lockIn(folder) === lockIn(".")) symlinkSync(resolve("node_modules"), join(folder, "node_modules"));
  else run("npm", ["ci", "--no-audit", "--no-fund"], folder);
  run("npm", ["run", "--silent", "build"], folder);
  return { cli: join(folder, "dist/cli.js"), name };
}

function commandRows(older: Older, root: string): readonly BenchRow[] {
  const report = ["--report", join(root, "report.json")];
  const suite = join(root, "many.yaml");
  writeFileSync(suite, stringify(forkedByModule("scripted-parent", "reading-3")(1_000)));
  const cassette = ["fixtures/cassettes/coding-agent", "--parent", "parent", "--child", "fork"];
  return [
    startRow("--help", older, ["--help"]),
    startRow("judge", older, ["judge", ...cassette]),
    startRow("run, one pair", older, ["run", "scenarios/pairs/clean-fork.yaml", ...report]),
    startRow("run, one mocked fork", older, ["run", "scenarios/forks/pass-through.yaml", ...report]),
    runRow("1,000 forks by a module", older, ["run", suite, ...report], ["--jobs", "1"]),
  ];
}

function logRows(older: Older, root: string): readonly BenchRow[] {
  const path = join(root, "log.jsonl");
  return [
    { what: "long requests", mostBytes: 400_000, isBroken: false },
    { what: "short requests", mostBytes: 100_000, isBroken: false },
    { what: "short requests, every one broken", mostBytes: 100_000, isBroken: true },
  ].map(({ what, ...shape }) => {
    const { bytes } = writeLog(path, { ...shape, conversations: 50, bytes: 128e6 });
    return runRow(`inspect, ${Math.round(bytes / 1e6)} MB of ${what}`, older, ["inspect", path]);
  });
}

/** By the clock: what a person waits for. */
function startRow(what: string, older: Older, args: readonly string[]): BenchRow {
  const [now, before] = inTurns(older, args, starts).map((spent) => median(spent.map(({ wallMs }) => wallMs)));
  return row(what, older, now, before);
}

/** `oneProcess` are options with which this build does in one process what an older one, without them, always did. */
function runRow(what: string, older: Older, args: readonly string[], oneProcess: readonly string[] = []): BenchRow {
  const [now = [], before = []] = inTurns(older, args, runs, oneProcess);
  const [peak, peakBefore] = [now, before].map((spent) => Math.max(...spent.map(({ peakMb }) => peakMb)));
  const [cpu, cpuBefore] = [now, before].map((spent) => median(spent.map(({ cpuMs }) => cpuMs)));
  return row(`${what} (peak ${peak} MB, before ${peakBefore})`, older, cpu, cpuBefore);
}

function row(what: string, { name }: Older, now: number = Number.NaN, before: number = Number.NaN): BenchRow {
  return { what, medianMs: now, against: { what: name, medianMs: before }, bytes: null, goal: null };
}

/** The first turn of each fills Node's cache of compiled code and is left out. */
function inTurns(
  older: Older,
  args: readonly string[],
  rounds: number,
  oneProcess: readonly string[] = [],
): readonly (readonly Spent[])[] {
  const takes = (cli: string): boolean => {
    const [option] = oneProcess;
    return option !== undefined && execFileSync(process.execPath, [cli, "run", "--help"]).includes(option);
  };
  const sides = [ours, older.cli].map((cli) => ({ cli, more: takes(cli) ? oneProcess : [] }));
  const spent = sides.map((): Spent[] => []);
  for (let round = -1; round < rounds; round += 1)
    for (const [at, { cli, more }] of sides.entries()) {
      const took = spend(cli, [...args, ...more]);
      if (round >= 0) spent[at]?.push(took);
    }
  return spent;
}
