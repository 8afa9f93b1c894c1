import { compareLayouts } from "../../harness/compare/compare-layouts.ts";
import type { Exchange } from "../../harness/kernel/exchange.ts";
import type { DialectName } from "../../harness/kernel/layout.ts";
import { judge } from "../../harness/verdict/judge.ts";
import { wireNamed, wires } from "../../harness/wires/list.ts";
import { wireExchange } from "../support/wire-bodies.ts";
import type { BenchCase, BenchRow } from "./bench-case.ts";
import { makePair } from "./make-pair.ts";
import { race } from "./race.ts";
import { type ExchangePair, realPairs } from "./real-pairs.ts";
import { toWire } from "./to-wire.ts";

const MEBIBYTE = 1024 * 1024;

/** In GB/s of the parent's bytes. */
const RATES = { tools: 1, text: 4 } as const;

/** How often a judgement may cost what the bare proof costs. */
const MOST_PROOFS = 1.5;

/** The proof and the judgement of bodies that no round has seen before, on each wire format. */
export const realBodies: BenchCase = {
  name: "real-bodies",
  compares:
    "the proof on pairs of real clients and on long generated ones with JSON.parse of the same bodies; judge with the proof",
  run: async () => {
    const rows: BenchRow[] = [];
    for (const [wire, pairs] of realPairs())
      rows.push(...(await measure(`${pairs.length} real pairs`, wire, pairs, null)));
    for (const { name } of wires) {
      rows.push(...(await measure("tool schemas", name, [generated(name, "schemas")], RATES.tools)));
      rows.push(...(await measure("four fifths text", name, [generated(name, "text")], RATES.text)));
    }
    return rows;
  },
};

async function measure(
  what: string,
  wire: DialectName,
  pairs: readonly ExchangePair[],
  rate: number | null,
): Promise<readonly BenchRow[]> {
  let bodies = pairs;
  const unseen = (): void => void (bodies = pairs.map(copied));
  const sizes = pairs.map(({ parent }) => parent.request.length).toSorted((left, right) => left - right);
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  const proof = { before: unseen, run: () => bodies.forEach((pair) => prove(wire, pair)) };
  const [proved, parsed] = await race(proof, { before: unseen, run: () => bodies.forEach(parse) });
  const [judged, again] = await race({ before: unseen, run: () => bodies.forEach(judgeVerdict) }, proof);
  const median = ((sizes[sizes.length >> 1] ?? 0) / 1000).toFixed(0);
  return [
    {
      what: `${wire}, ${what}, median ${median} kB: proof`,
      medianMs: proved,
      against: { what: "JSON.parse of both", medianMs: parsed },
      bytes,
      goal: rate === null ? null : { says: `${rate} GB/s`, met: bytes / proved / 1e6 >= rate },
    },
    {
      what: `${wire}, ${what}: judge, their JSON checked`,
      medianMs: judged,
      against: { what: "the proof", medianMs: again },
      bytes,
      goal: { says: `${MOST_PROOFS} times the proof at most`, met: judged <= MOST_PROOFS * again },
    },
  ];
}

/** The bytes in other buffers: nothing is remembered of them. */
function copied({ parent, child }: ExchangePair): ExchangePair {
  const copy = (exchange: Exchange): Exchange => ({ ...exchange, request: Buffer.from(exchange.request) });
  return { parent: copy(parent), child: copy(child) };
}

function prove(wire: DialectName, { parent, child }: ExchangePair): void {
  const { parseLayout } = wireNamed(wire);
  const layout = parseLayout(parent.request);
  if (compareLayouts(layout, parseLayout(child.request, layout)).examined.blocks === 0)
    throw new Error("a pair of this bench has a block to compare");
}

function judgeVerdict(pair: ExchangePair): void {
  if (judge(pair).verdict === "not-comparable") throw new Error("a pair of this bench can be compared");
}

function parse({ parent, child }: ExchangePair): void {
  for (const { request } of [parent, child]) JSON.parse(request.toString());
}

function generated(wire: DialectName, filling: "schemas" | "text"): ExchangePair {
  const { parent, child } = toWire(wire, makePair(MEBIBYTE, filling, 0));
  return {
    parent: { ...wireExchange(wire, parent, "1"), startedAtMs: 0, firstByteMs: 900 },
    child: { ...wireExchange(wire, child, "2"), startedAtMs: 5_000, firstByteMs: 900 },
  };
}
