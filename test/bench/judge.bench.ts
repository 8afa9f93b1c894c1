import { Bench } from "tinybench";
import { wires } from "../../harness/wires/list.ts";
import { judge } from "../../harness/verdict/judge.ts";
import { wireExchange } from "../support/wire-bodies.ts";
import type { BenchCase, BenchRow } from "./bench-case.ts";
import { type BodyPair, makePair } from "./make-pair.ts";
import { toWire } from "./to-wire.ts";

const MEBIBYTE = 1024 * 1024;
const GOAL = 1;

/**
 * The function that the command and the scenarios call: layout of both bodies, comparison, findings, the provider's cache
 * played. The bodies were found to be JSON before the first round; each round lays them out anew. Digests of bodies, the ratio and costs
 * are made when they are printed, so not here.
 */
export const judging: BenchCase = {
  name: "judge",
  compares: "the judgement on a 1 MiB pair, findings and reuse in it, with parse, stringify and compare",
  run: async () => {
    const rows: BenchRow[] = [];
    for (const { name } of wires) {
      const pair = toWire(name, makePair(MEBIBYTE, "text", 0));
      rows.push(await measure(`${name}, kept`, pair, name, "byte-identical"));
      rows.push(await measure(`${name}, diverged in its last call`, broken(pair), name, "diverged"));
    }
    return rows;
  },
};

type Wire = (typeof wires)[number]["name"];

async function measure(what: string, pair: BodyPair, wire: Wire, verdict: string): Promise<BenchRow> {
  const parent = { ...wireExchange(wire, pair.parent, "1"), startedAtMs: 0, firstByteMs: 900 };
  const child = { ...wireExchange(wire, pair.child, "2"), startedAtMs: 5_000, firstByteMs: 900 };
  const bench = new Bench({ throws: true, time: 800, warmupTime: 400 });
  bench.add("ours", () => {
    const judged = judge({ parent: { ...parent }, child: { ...child } });
    // Findings and reuse are looked for once they are read.
    consume(judged.verdict === verdict && judged.findings.length >= 0 && judged.reusable !== null);
  });
  bench.add("theirs", () => consume(isSameHead(pair) === (verdict === "byte-identical")));
  await bench.run();
  // The least of all rounds: what else the machine does only adds to it.
  const [ours = Number.NaN, theirs = Number.NaN] = bench.tasks.map(({ result }) =>
    "latency" in result ? result.latency.min : Number.NaN,
  );
  // Both bodies are read: the rate is that of all bytes judged.
  const bytes = pair.parent.length + pair.child.length;
  const rate = bytes / ours / 1e6;
  return {
    what,
    medianMs: ours,
    against: { what: "parse + stringify + compare", medianMs: theirs },
    bytes,
    goal: { says: `${GOAL} GB/s of the two bodies, best round`, met: rate >= GOAL },
  };
}

/** One letter of the last call's path is another one. */
function broken({ parent, child }: BodyPair): BodyPair {
  const changed = Buffer.from(child);
  changed[changed.lastIndexOf("src/module-")] = 0x78;
  return { parent, child: changed };
}

/** What a test without a judge does: both bodies through the parser, then the parent's list against the child's head. */
function isSameHead({ parent, child }: BodyPair): boolean {
  const [left, right] = [parent, child].map((body) => JSON.parse(body.toString("utf8")));
  const list = ["messages", "input", "contents"].find((name) => name in left) ?? "";
  return JSON.stringify(left) === JSON.stringify({ ...right, [list]: right[list].slice(0, left[list].length) });
}

/** Keeps a result alive, and proves in every round that the work was done. */
function consume(held: boolean): void {
  if (!held) throw new Error("the verdict of this bench is another one than its pair was made for");
}
