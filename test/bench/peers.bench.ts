import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { BenchCase, BenchRow } from "./bench-case.ts";
import { hasPassed, type Installed, install, peers, runPeer } from "./peers.ts";
import { median } from "./processes.ts";

const cli = resolve("dist/cli.js");
const rounds = 3;

type Load = { readonly cases: number; readonly waitMs: number; readonly jobs: number };

const loads: readonly Load[] = [
  ...[1, 100, 1_000].map((cases) => ({ cases, waitMs: 0, jobs: 2 })),
  { cases: 40, waitMs: 300, jobs: 4 },
];

/** What a gate in CI waits for: whole processes, start and all. Ours proves bytes and predicts caches; theirs call a function. */
export const comparingPeers: BenchCase = {
  name: "peers",
  compares:
    "a suite of mocked forks by a module, start and all, with echoes in other evaluation runners (installed into a temporary folder, four at once)",
  isNamed: true,
  usesPackage: true,
  limitMinutes: 30,
  run: async () => {
    const root = mkdtempSync(join(tmpdir(), "forkproof-peers-bench-"));
    try {
      const installed = peers.map((peer) => install(peer, join(root, peer.name)));
      return [...installed.flatMap(obstacleRow), ...loads.flatMap((load) => measure(root, load, installed))];
    } finally {
      rmSync(root, { recursive: true, force: true });
    }
  },
};

function obstacleRow({ peer, obstacle }: Installed): readonly BenchRow[] {
  if (obstacle === null) return [];
  const what = `${peer.name} is not measured: ${obstacle}`;
  return [{ what, medianMs: null, against: null, bytes: null, goal: null }];
}

/** One row for each peer; all take turns with ours. */
function measure(root: string, load: Load, installed: readonly Installed[]): readonly BenchRow[] {
  const { cases, waitMs, jobs } = load;
  const folder = writeOurs(root, load);
  const there = installed.filter(({ obstacle }) => obstacle === null);
  for (const { peer, folder: theirs } of there) peer.write(theirs, cases, waitMs);
  const oursMs: number[] = [];
  const theirsMs = there.map((): number[] => []);
  for (let round = 0; round < rounds; round += 1) {
    oursMs.push(runOurs(folder, load));
    for (const [at, each] of there.entries()) theirsMs[at]?.push(timePeer(each, theirsMs[at]));
  }
  const medianMs = median(oursMs);
  const each = `${cases} ${cases === 1 ? "case" : "cases"}${waitMs === 0 ? "" : ` that wait ${waitMs} ms`}`;
  const what = `${each}, --jobs ${jobs} (${(medianMs / cases).toFixed(1)} ms each)`;
  if (there.length === 0) return [{ what, medianMs, against: null, bytes: null, goal: null }];
  return there.map(({ peer, versions }, at) => {
    const theirs = theirsMs[at] ?? [];
    if (theirs.some(Number.isNaN))
      return { what: `${what}: ${peer.name} fails`, medianMs, against: null, bytes: null, goal: null };
    const against = { what: `${peer.name} (${versions})`, medianMs: median(theirs) };
    return { what, medianMs, against, bytes: null, goal: { says: "ahead", met: medianMs < against.medianMs } };
  });
}

/** NaN if it fails, which is printed, or failed before: some take minutes to fail. */
function timePeer({ peer, folder }: Installed, before: readonly number[]): number {
  if (before.some(Number.isNaN)) return Number.NaN;
  const [program = "", ...args] = peer.command(4);
  const startMs = performance.now();
  const ran = runPeer(folder, program, args);
  const tookMs = performance.now() - startMs;
  if (hasPassed(peer, ran)) return tookMs;
  console.warn(`${peer.name} exited ${ran.status}: ${ran.stderr}${ran.stdout}`.slice(0, 1_000));
  return Number.NaN;
}

function runOurs(folder: string, { cases, jobs }: Load): number {
  const report = join(folder, "report.json");
  const args = ["run", join(folder, "suite.yaml"), "--report", report, "--reporter", "minimal", "--jobs", String(jobs)];
  const startMs = performance.now();
  const { stderr } = spawnSync(process.execPath, [cli, ...args], { encoding: "utf8" });
  const tookMs = performance.now() - startMs;
  const { summary }: { readonly summary: { readonly passed: number } } = JSON.parse(readFileSync(report, "utf8"));
  // A run that fails early is fast; only one that passed may be counted.
  if (summary.passed !== cases) throw new Error(`${summary.passed} of ${cases} forks passed: ${stderr}`);
  return tookMs;
}

/** Forks of one parent by a module of the user's, each with its own question. */
function writeOurs(root: string, { cases, waitMs }: Load): string {
  const folder = join(root, `ours-${cases}-${waitMs}`);
  mkdirSync(folder);
  writeFileSync(
    join(folder, "echo.mjs"),
    `export default async ({ parent, baseUrl, directive }) => {
  ${waitMs === 0 ? "" : `await new Promise((done) => setTimeout(done, ${waitMs}));`}
  const body = JSON.parse(parent.request);
  body.messages.push({ role: "assistant", content: "ok" }, { role: "user", content: directive });
  const headers = { "content-type": "application/json", "x-api-key": "k", "anthropic-version": "2023-06-01" };
  await (await fetch(baseUrl + "/v1/messages", { method: "POST", headers, body: JSON.stringify(body) })).text();
};`,
  );
  const rows = Array.from({ length: cases }, (_, index) => JSON.stringify({ question: `question ${index}` }));
  writeFileSync(join(folder, "rows.jsonl"), `${rows.join("\n")}\n`);
  writeFileSync(
    join(folder, "suite.yaml"),
    `name: echo
cases: rows.jsonl
parent: { source: ${JSON.stringify(resolve("fixtures/cassettes/scripted-parent"))}, exchange: reading-3 }
fork: { subject: ./echo.mjs, prompt: "\${question}" }
provider: { script: [{ text: Done. }] }
expect: { firstTurn: { ratio: ">= 0.9" } }
`,
  );
  return folder;
}
