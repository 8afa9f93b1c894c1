import { Bench } from "tinybench";
import { compareLayouts } from "../../harness/compare/compare-layouts.ts";
import { anthropicMessages } from "../../harness/dialects/anthropic-messages/anthropic-messages.ts";
import type { BenchCase, BenchRow } from "./bench-case.ts";
import { type BodyPair, type Filling, makePair } from "./make-pair.ts";

const MEBIBYTE = 1024 * 1024;

/** Layout of both bodies and their comparison, beside what a user would do without a scanner. */
export const prefixProof: BenchCase = {
  name: "prefix-proof",
  compares: "the proof that a 1 MiB fork keeps its parent's prefix with parse, stringify and compare",
  run: async () => [
    await measure("compact, four fifths text", "text", 0, { rate: 1.5, ratio: 20 }),
    await measure("pretty-printed", "text", 2, null),
    await measure("compact, short strings only", "short", 0, null),
  ],
};

async function measure(
  what: string,
  filling: Filling,
  indent: number,
  goal: { readonly rate: number; readonly ratio: number } | null,
): Promise<BenchRow> {
  const pair = makePair(MEBIBYTE, filling, indent);
  const bench = new Bench({ time: 1_500, warmupTime: 500 });
  bench.add("ours", () => consume(prove(pair) === "byte-identical"));
  bench.add("theirs", () => consume(reserialise(pair)));
  await bench.run();
  const [ours = Number.NaN, theirs = Number.NaN] = bench.tasks.map(({ result }) =>
    "latency" in result ? result.latency.p50 : Number.NaN,
  );
  const rate = pair.parent.length / ours / 1e6;
  return {
    what: `${what} (${rate.toFixed(2)} GB/s of the parent's bytes)`,
    medianMs: ours,
    against: { what: "parse + stringify + compare", medianMs: theirs },
    bytes: pair.parent.length,
    goal: goal && {
      says: `${goal.rate} GB/s and ${goal.ratio} times as fast`,
      met: rate >= goal.rate && theirs / ours >= goal.ratio,
    },
  };
}

function prove({ parent, child }: BodyPair): string {
  const layout = anthropicMessages.layOut(parent);
  return compareLayouts(layout, anthropicMessages.layOut(child, layout)).verdict;
}

/** What a test without a scanner does: both bodies through the parser, then the parent's messages against the child's head. */
function reserialise({ parent, child }: BodyPair): boolean {
  const [left, right] = [parent, child].map((body) => JSON.parse(body.toString("utf8")));
  const head = { ...right, messages: right.messages.slice(0, left.messages.length) };
  return JSON.stringify(left) === JSON.stringify(head);
}

/** Keeps a result alive, and proves in every round that the work was done. */
function consume(held: boolean): void {
  if (!held) throw new Error("the pair of this bench must share its prefix");
}
