import { spawnSync } from "node:child_process";
import { existsSync, globSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

/** One command of the CLI whose output is kept; its file is called after it. */
type Watched = { readonly name: string; readonly args: readonly string[] };

const checkout = resolve(import.meta.dirname, "../..");
const shared = join(checkout, "../shared");

/**
 * Writes what forkproof says of everything at hand into a folder: the report of all scenarios, the verdicts on every recording, the predictions
 * of the cache models, the words of every finding. Two such folders are compared by `compare.ts`. `only` narrows it to outputs whose names
 * contain one of these texts. Answers how many files it wrote.
 */
export function writeSnapshot(folder: string, only: readonly string[] = []): number {
  rmSync(folder, { recursive: true, force: true });
  const all = [reportOf(folder), ...recorded(), ...explained()];
  const watched = all.filter(({ name }) => only.length === 0 || only.some((part) => name.includes(part)));
  for (const { name, args } of watched) {
    const { stdout, stderr, status } = forkproof(args);
    const file = join(folder, `${name}.json`);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `${JSON.stringify({ status, stderr: parsed(stderr), stdout: parsed(stdout) }, null, 1)}\n`);
  }
  return watched.length;
}

function forkproof(args: readonly string[]): {
  readonly stdout: string;
  readonly stderr: string;
  status: number | null;
} {
  return spawnSync(process.execPath, [join(checkout, "harness/cli/main.ts"), ...args], {
    cwd: checkout,
    encoding: "utf8",
    env: { PATH: process.env["PATH"] ?? "" },
    maxBuffer: 1 << 30,
  });
}

function reportOf(folder: string): Watched {
  return { name: "run", args: ["run", "scenarios", "--json", "--report", join(folder, "../report.draft.json")] };
}

/** Every recording of ours, and those of real clients and providers where they are there. */
function recorded(): readonly Watched[] {
  const ours = globSync("fixtures/cassettes/*/cassette.yaml", { cwd: checkout }).map(dirname);
  const theirs = existsSync(shared) ? globSync("{recordings,ground-truth}/**/*.jsonl", { cwd: shared }) : [];
  const sources = [
    ...ours.map((path) => ({ path, name: path })),
    ...theirs.map((path) => ({ path: join("../shared", path), name: path.replace(/\.jsonl$/, "") })),
  ];
  return sources
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap(({ path, name }) => [
      { name: `inspect/${name}`, args: ["inspect", path, "--json"] },
      { name: `simulate/${name}`, args: ["simulate", path, "--json"] },
      { name: `estimates/${name}`, args: ["simulate", path, "--json", "--uncalibrated"] },
    ]);
}

function explained(): readonly Watched[] {
  const codes = new Set(forkproof(["explain"]).stdout.match(/\bCB\d{3}\b/g));
  return [...codes].sort().map((code) => ({ name: `explain/${code}`, args: ["explain", code, "--json"] }));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text.split("\n");
  }
}
