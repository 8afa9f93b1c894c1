import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { BenchCase, BenchRow } from "./bench-case.ts";
import { install, type Peer, peers, runPeer } from "./gate-peers.ts";

const cli = resolve("dist/cli.js");
const counts = [1, 100, 1_000] as const;
const rounds = 3;

/** What a gate in CI waits for: whole processes, start and all. */
export const gate: BenchCase = {
  name: "gate",
  compares:
    "a run of mocked forks, start and all, with echoes in other evaluation runners (installed into a temporary folder)",
  obstacle: () => (existsSync(cli) ? null : "dist/ is not built: npm run build"),
  isNamed: true,
  run: async () => {
    const root = mkdtempSync(join(tmpdir(), "forkproof-gate-bench-"));
    try {
      const there = peers.filter((peer) => {
        const obstacle = install(peer, join(root, peer.name));
        if (obstacle !== null) console.warn(`NOT MEASURED: ${peer.name}: ${obstacle}`);
        return obstacle === null;
      });
      const measured = there.length === 0 ? [null] : there;
      return measured.flatMap((peer) => [
        ...counts.map((cases) => measure(root, peer, { cases, waitMs: 0, jobs: null })),
        measure(root, peer, { cases: 40, waitMs: 300, jobs: 4 }),
      ]);
    } finally {
      rmSync(root, { recursive: true, force: true });
    }
  },
};

type Load = { readonly cases: number; readonly waitMs: number; readonly jobs: number | null };

function measure(root: string, peer: Peer | null, load: Load): BenchRow {
  const { cases, waitMs, jobs } = load;
  const ours = writeOurs(root, load);
  const folder = peer === null ? null : join(root, peer.name);
  if (peer !== null && folder !== null) peer.write(folder, cases, waitMs);
  const oursMs: number[] = [];
  const theirsMs: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    oursMs.push(
      time(() =>
        spawnSync(
          process.execPath,
          [
            cli,
            "run",
            ours,
            "--report",
            join(root, "r.json"),
            "--reporter",
            "minimal",
            ...(jobs === null ? [] : ["--jobs", String(jobs)]),
          ],
          { encoding: "utf8" },
        ),
      ),
    );
    if (peer === null || folder === null) continue;
    const [program = "", ...args] = peer.command(jobs ?? 4);
    theirsMs.push(time(() => runPeer(folder, program, args)));
  }
  const medianMs = median(oursMs);
  const against = peer === null ? null : { what: peer.name, medianMs: median(theirsMs) };
  const what =
    waitMs === 0
      ? `${cases} ${cases === 1 ? "case" : "cases"} (${(medianMs / cases).toFixed(1)} ms each)`
      : `${cases} forks that wait ${waitMs} ms, --jobs ${jobs}`;
  const isGoal = waitMs > 0 && against?.what === "promptfoo";
  const goal = isGoal ? { says: "ahead", met: medianMs < against.medianMs } : null;
  return { what, medianMs, against, bytes: null, goal };
}

/** Forks of one parent: a module that waits, or a strategy of the library. */
function writeOurs(root: string, { cases, waitMs }: Load): string {
  const folder = join(root, `ours-${cases}-${waitMs}`);
  if (existsSync(folder)) return folder;
  mkdirSync(folder);
  writeFileSync(
    join(folder, "echo.mjs"),
    `export default async ({ parent, baseUrl, directive }) => {
  await new Promise((done) => setTimeout(done, ${waitMs}));
  const body = JSON.parse(parent.request);
  body.messages.push({ role: "assistant", content: "ok" }, { role: "user", content: directive });
  const headers = { "content-type": "application/json", "x-api-key": "k", "anthropic-version": "2023-06-01" };
  await (await fetch(baseUrl + "/v1/messages", { method: "POST", headers, body: JSON.stringify(body) })).text();
};`,
  );
  const fork = waitMs === 0 ? "strategy: pass-through" : "subject: ./echo.mjs";
  for (let index = 0; index < cases; index += 1) {
    writeFileSync(
      join(folder, `${index}.yaml`),
      `name: case ${index}
parent: { source: ${JSON.stringify(resolve("fixtures/cassettes/scripted-parent"))}, exchange: reading-3 }
fork: { ${fork}, prompt: question ${index} }
provider: { script: [{ text: Done. }] }
expect: { firstTurn: { ratio: ">= 0.9" } }
`,
    );
  }
  return folder;
}

function time(run: () => { readonly status: number | null; readonly stdout: string; readonly stderr: string }): number {
  const startMs = performance.now();
  const { status, stdout, stderr } = run();
  const tookMs = performance.now() - startMs;
  // A run that fails early is fast; only one that passed may be counted.
  if (status !== 0) throw new Error(`exited ${status}: ${stderr}${stdout}`.slice(0, 2_000));
  return tookMs;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}
