import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { autoMemFilter } from "../../src/filters/auto-mem-filter.ts";
import { loadGrammar } from "../../src/filters/shell/load-grammar.ts";
import { commandPromises } from "../../src/filters/shell/promises/command-promise.ts";
import type { ToolCall } from "../../src/filters/tool-filter.ts";
import type { BenchCase, BenchRow } from "./bench-case.ts";

const batches = 40;
const rounds = 100;
const allowed = `cd src && grep -rn "TODO" --include='*.ts' . 2>/dev/null | sort | uniq -c | sort -rn | head -20`;
const denied = `find . -name '*.md' -mtime -7 -print0 | xargs -0 rm -f`;

/** What a fork waits for before a tool call runs. */
export const filter: BenchCase = {
  name: "filter",
  compares: `decisions of the memory fork's filter with the second reader's parse of the same command, ${batches} batches of ${rounds}, processor time`,
  run: async () => {
    const folder = mkdtempSync(join(tmpdir(), "filter-bench-"));
    try {
      const { parse } = await loadGrammar();
      const rows: BenchRow[] = [];
      for (const promise of commandPromises) {
        const { decide } = await autoMemFilter({ memoryDir: folder, promise });
        for (const [what, command] of [
          ["allowed", allowed],
          ["denied", denied],
        ] as const) {
          const ours = (): unknown => decide({ id: "1", tool: "Bash", input: { command } });
          rows.push(await measure(`${promise}: a command that is ${what}`, ours, () => parse(command)));
        }
      }
      const { decide } = await autoMemFilter({ memoryDir: folder });
      const write: ToolCall = { id: "1", tool: "FileWrite", input: { file_path: join(folder, "notes.md") } };
      return [
        ...rows,
        await measure("a file that may be written", () => decide(write), null),
        firstDecision(),
        tenThousandLines(folder),
      ];
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

async function measure(what: string, ours: () => unknown, theirs: (() => unknown) | null): Promise<BenchRow> {
  const [mine, other]: [number[], number[]] = [[], []];
  for (let batch = 0; batch < batches; batch += 1) {
    mine.push(await time(ours));
    if (theirs !== null) other.push(await time(theirs));
  }
  // The first half warms up.
  const medianMs = median(mine.slice(batches / 2));
  const against = theirs === null ? null : { what: "the parse alone", medianMs: median(other.slice(batches / 2)) };
  return { what, medianMs, against, bytes: null, goal: { says: "at most 0.15 ms of CPU", met: medianMs <= 0.15 } };
}

/** Processor time of one round, in a batch: a single one is shorter than the clock's step. */
async function time(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  for (let round = 0; round < rounds; round += 1) await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / rounds;
}

/** In processes of their own, from the filter that is made to the first word on a command, the grammar's load included. */
function firstDecision(): BenchRow {
  const script = `
    const { autoMemFilter } = await import(${JSON.stringify(resolve("src/filters/auto-mem-filter.ts"))});
    const { decide } = await autoMemFilter({ memoryDir: ${JSON.stringify(tmpdir())} });
    const startMs = performance.now();
    await decide({ id: "1", tool: "Bash", input: { command: ${JSON.stringify(allowed)} } });
    console.log(performance.now() - startMs);`;
  const each = Array.from({ length: 9 }, () => Number(node(["--input-type=module", "-e", script]).out));
  const medianMs = median(each);
  const goal = { says: "under 100 ms", met: medianMs < 100 };
  return { what: "the first decision of a process", medianMs, against: null, bytes: null, goal };
}

function tenThousandLines(folder: string): BenchRow {
  const file = join(folder, "calls.jsonl");
  const lines = Array.from({ length: 10_000 }, (_, at) =>
    JSON.stringify({ tool: "Bash", input: { command: at % 2 ? allowed : denied } }),
  );
  writeFileSync(file, lines.join("\n"));
  const { out, tookMs } = node(["harness/cli/main.ts", "filter", "--memory-dir", folder, file]);
  if (out.trimEnd().split("\n").length !== lines.length) throw new Error("filter did not decide every line");
  const empty = node(["-e", "0"]);
  return {
    what: "10,000 lines through `filter`",
    medianMs: tookMs,
    against: { what: "node -e 0", medianMs: empty.tookMs },
    bytes: null,
    goal: { says: "under 5 s", met: tookMs < 5000 },
  };
}

function node(args: readonly string[]): { readonly out: string; readonly tookMs: number } {
  const startMs = performance.now();
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  });
  if (status !== 0) throw new Error(`node ${args.join(" ")} exited ${status}: ${stderr}`);
  return { out: stdout, tookMs: performance.now() - startMs };
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}
