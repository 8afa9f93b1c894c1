import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { BenchCase, BenchRow } from "./bench-case.ts";
import { install, peers, runPeer } from "./peers.ts";

const cli = resolve("dist/cli.js");
const ROWS = 150;
const rounds = 3;

/** Every tenth row expects another answer than the one that comes, under both prompts. */
const numbers = Array.from({ length: ROWS }, (_, at) => at + 1);
const truth = {
  passed: 2 * numbers.filter((row) => row % 10 !== 0).length,
  failed: 2 * numbers.filter((row) => row % 10 === 0).length,
};
const expectedOf = (row: number): string => (row % 10 === 0 ? "another answer" : `answer ${row}`);

/** A suite of two prompts and 150 rows: whole processes, start and all. */
export const evals: BenchCase = {
  name: "evals",
  compares:
    "2 prompts x 150 rows as scripted forks with promptfoo's echo of the same (installed into a temporary folder)",
  usesPackage: true,
  isNamed: true,
  limitMinutes: 10,
  run: async () => {
    const root = mkdtempSync(join(tmpdir(), "forkproof-evals-bench-"));
    try {
      return [measure(root)];
    } finally {
      rmSync(root, { recursive: true, force: true });
    }
  },
};

function measure(root: string): BenchRow {
  const ours = writeOurs(join(root, "ours"));
  const promptfoo = peers.find(({ name }) => name === "promptfoo");
  if (promptfoo === undefined) throw new Error("peers.ts has no promptfoo");
  const folder = join(root, "theirs");
  const { obstacle, versions } = install(promptfoo, folder);
  writeTheirs(folder);
  const [program = "", ...args] = promptfoo.command(4);
  const [oursMs, theirsMs]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    const report = join(root, "r.json");
    oursMs.push(
      time(() => spawnSync(process.execPath, [cli, "run", ours, "--report", report, "--reporter", "minimal"])),
    );
    checkTruth(report);
    if (obstacle === null) theirsMs.push(time(() => runPeer(folder, program, args)));
  }
  const medianMs = median(oursMs);
  const against = obstacle === null ? { what: `promptfoo (${versions})`, medianMs: median(theirsMs) } : null;
  const goal = against === null ? null : { says: "ahead", met: medianMs < against.medianMs };
  const missing = obstacle === null ? "" : ` (promptfoo is not measured: ${obstacle})`;
  return { what: `2 prompts x ${ROWS} rows${missing}`, medianMs, against, bytes: null, goal };
}

/** A fast run with wrong numbers is worth nothing. */
function checkTruth(report: string): void {
  const { summary }: { readonly summary: Readonly<Record<string, number>> } = JSON.parse(readFileSync(report, "utf8"));
  if (summary["passed"] === truth.passed && summary["failed"] === truth.failed) return;
  throw new Error(`expected ${JSON.stringify(truth)}, and the run says ${JSON.stringify(summary)}`);
}

function writeOurs(folder: string): string {
  mkdirSync(folder, { recursive: true });
  const rows = numbers.map((row) =>
    JSON.stringify({ question: `question ${row}`, answer: `answer ${row}`, expected: expectedOf(row) }),
  );
  writeFileSync(join(folder, "rows.jsonl"), `${rows.join("\n")}\n`);
  writeFileSync(
    join(folder, "suite.yaml"),
    `name: suite
matrix: { prompt: ["Answer.", "Answer in one line."] }
cases: rows.jsonl
parent: { source: ${resolve("fixtures/cassettes/coding-agent")}, exchange: last }
fork: { strategy: pass-through, prompt: "\${prompt} \${question}", maxTurns: 1 }
provider: { script: [{ text: "\${answer}" }] }
expect: { output: [{ equals: "\${expected}" }] }
`,
  );
  return folder;
}

function writeTheirs(folder: string): void {
  const tests = numbers.map((row) => ({
    vars: { q: `question ${row}`, answer: `answer ${row}` },
    assert: [{ type: "equals", value: expectedOf(row) }],
  }));
  writeFileSync(join(folder, "tests.json"), JSON.stringify(tests));
  const prompts = ["Answer. {{q}}", "Answer in one line. {{q}}"];
  writeFileSync(
    join(folder, "promptfooconfig.json"),
    JSON.stringify({ providers: ["file://echo.mjs"], prompts, tests: "file://tests.json" }),
  );
  writeFileSync(
    join(folder, "echo.mjs"),
    `export default class { id() { return "echo"; } async callApi(prompt, { vars }) { return { output: vars.answer }; } }`,
  );
}

function time(work: () => unknown): number {
  const startMs = performance.now();
  work();
  return performance.now() - startMs;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
