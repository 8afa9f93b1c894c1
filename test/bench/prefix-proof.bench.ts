import { Bench } from "tinybench";
import { compareLayouts } from "../../harness/compare/compare-layouts.ts";
import { anthropicMessages } from "../../harness/wires/anthropic-messages/wire.ts";
import type { Wire } from "../../harness/wires/wire.ts";
import { wires } from "../../harness/wires/list.ts";
import type { BenchCase, BenchRow } from "./bench-case.ts";
import { type BodyPair, makePair } from "./make-pair.ts";
import { toWire } from "./to-wire.ts";

const MEBIBYTE = 1024 * 1024;

type Goal = { readonly rate: number; readonly ratio: number };

/** Layout of both bodies and their comparison, compared with what a user would do without a scanner. */
export const prefixProof: BenchCase = {
  name: "prefix-proof",
  compares: "the proof that a 1 MiB fork keeps its parent's prefix with parse, stringify and compare",
  run: async () => {
    const rows: BenchRow[] = [];
    for (const dialect of wires) {
      const pair = toWire(dialect.name, makePair(MEBIBYTE, "text", 0));
      rows.push(await measure(`${dialect.name}, four fifths text`, dialect, pair, goalOf(dialect)));
    }
    for (const [what, filling, indent] of OTHERS) {
      const pair = makePair(MEBIBYTE, filling, indent);
      rows.push(await measure(what, anthropicMessages, pair, null));
    }
    return rows;
  },
};

const OTHERS = [
  ["anthropic-messages, pretty-printed", "text", 2],
  ["anthropic-messages, short strings only", "short", 0],
] as const;

/** The Messages wire is the one that most forks speak. */
function goalOf({ name }: Wire): Goal {
  return name === "anthropic-messages" ? { rate: 1.5, ratio: 20 } : { rate: 1, ratio: 10 };
}

async function measure(what: string, dialect: Wire, pair: BodyPair, goal: Goal | null): Promise<BenchRow> {
  const bench = new Bench({ throws: true, time: 1_000, warmupTime: 300 });
  bench.add("ours", () => consume(prove(dialect, pair) === "byte-identical"));
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

export function prove(dialect: Wire, { parent, child }: BodyPair): string {
  const layout = dialect.parseLayout(parent);
  return compareLayouts(layout, dialect.parseLayout(child, layout)).verdict;
}

/** What a test without a scanner does: both bodies through the parser, then the parent's list against the child's head. */
function reserialise({ parent, child }: BodyPair): boolean {
  const [left, right] = [parent, child].map((body) => JSON.parse(body.toString("utf8")));
  const list = ["messages", "input", "contents"].find((name) => name in left) ?? "";
  return JSON.stringify(left) === JSON.stringify({ ...right, [list]: right[list].slice(0, left[list].length) });
}

/** Keeps a result alive, and proves in every round that the work was done. */
function consume(held: boolean): void {
  if (!held) throw new Error("the pair of this bench must share its prefix");
}
