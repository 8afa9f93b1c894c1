import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openRecording } from "../../harness/cassette/open-recording.ts";
import type { Step } from "../../harness/diagnosis/sequence-rule.ts";
import { SequenceWatch } from "../../harness/diagnosis/sequence-watch.ts";
import type { Layout } from "../../harness/kernel/layout.ts";
import type { Recording } from "../../harness/kernel/exchange.ts";
import { judgeRecording } from "../../harness/verdict/recording/judge-recording.ts";
import type { BenchCase, BenchRow } from "./bench-case.ts";
import { writeGrowing } from "./write-growing.ts";

const ROUNDS = 20;

/** What the rules on sequences cost on a growing conversation, compared with the judging of its pairs. In one process, by the clock. */
export const watching: BenchCase = {
  name: "watchers",
  compares: "every rule on a sequence, shown each request of a growing conversation, with reading and judging them",
  run: async () => {
    const folder = mkdtempSync(join(tmpdir(), "watchers-bench-"));
    try {
      return [125, 250, 500].map((requests) => {
        const { cassette, bytes } = writeGrowing(folder, requests, requests * 1_000);
        const row = measure(openRecording(cassette), requests, bytes);
        rmSync(cassette, { recursive: true });
        return row;
      });
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

function measure(recording: Recording, requests: number, bytes: number): BenchRow {
  const begun = performance.now();
  const steps = stepsOf(recording);
  const judgingMs = performance.now() - begun;
  const rounds = Array.from({ length: ROUNDS }, () => watchAll(steps)).sort((left, right) => left - right);
  const medianMs = rounds[ROUNDS / 2] ?? Number.NaN;
  return {
    what: `${requests} requests, ${Math.round(bytes / 1e6)} MB (${((medianMs * 1e3) / requests).toFixed(1)} µs a request)`,
    medianMs,
    against: { what: "read + judge", medianMs: judgingMs },
    bytes: null,
    goal: { says: "a tenth of what it watches", met: medianMs <= judgingMs / 10 },
  };
}

function watchAll(steps: readonly Step[]): number {
  const watch = new SequenceWatch();
  const begun = performance.now();
  for (const step of steps) watch.see(step);
  return performance.now() - begun;
}

/** What the judge shows the watchers, all held at once. */
function stepsOf(recording: Recording): readonly Step[] {
  const layouts = new Map<string, Layout>();
  const places = new Map<string, number>();
  return [...judgeRecording(recording)].flatMap(({ exchange, read }) => {
    if (read === null) return [];
    const { layout, descent, judgement, provider } = read;
    const [place, parentPlace] = [places.size, places.get(descent.parent ?? "") ?? null];
    places.set(exchange.id, place);
    layouts.set(exchange.id, layout);
    const parentLayout = layouts.get(descent.parent ?? "") ?? null;
    return [
      { ...descent, place, parentPlace, id: exchange.id, sent: exchange, layout, provider, judgement, parentLayout },
    ];
  });
}
