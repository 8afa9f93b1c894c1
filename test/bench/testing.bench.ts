import type { Exchange } from "../../harness/kernel/exchange.ts";
import { judge, recordExchanges } from "../../harness/testing/index.ts";
import { anthropicMessages } from "../../harness/wires/anthropic-messages/wire.ts";
import { wireExchange } from "../support/wire-bodies.ts";
import type { BenchCase, BenchRow } from "./bench-case.ts";
import { makePair } from "./make-pair.ts";
import { prove } from "./prefix-proof.bench.ts";
import { race } from "./race.ts";

const MEBIBYTE = 1024 * 1024;
const REQUEST_BYTES = 100 * 1024;
const REQUESTS_A_ROUND = 20;

/** What the part for tests adds to a test. */
export const testing: BenchCase = {
  name: "testing",
  compares: "judge in process with the bare proof, and a fetch on a tape with the same fetch alone",
  run: async () => [...(await judged()), await recorded()],
};

/** A new pair, another fork of a parent that was judged, and a pair of which something else was asserted before. */
async function judged(): Promise<readonly BenchRow[]> {
  const bodies = makePair(MEBIBYTE, "text", 0);
  const made = (): { parent: Exchange; child: Exchange } => ({
    parent: { ...wireExchange("anthropic-messages", bodies.parent, "1"), startedAtMs: 0, firstByteMs: 900 },
    child: { ...wireExchange("anthropic-messages", bodies.child, "2"), startedAtMs: 5_000, firstByteMs: 900 },
  });
  let pair = made();
  const known = made();
  const proof = {
    before: () => void (pair = made()),
    run: () => consume(prove(anthropicMessages, { parent: pair.parent.request, child: pair.child.request })),
  };
  const rows: BenchRow[] = [];
  const verdict = (): void => consume(judge(pair).verdict);
  const findings = (): void => {
    const judged = judge(pair);
    void judged.findings;
    consume(judged.verdict);
  };
  for (const [what, before, run] of [
    ["verdict on a new pair, its JSON checked", () => void (pair = made()), verdict],
    ["findings in a new pair, its JSON checked", () => void (pair = made()), findings],
    ["verdict on another fork of a parent", () => void (pair = { ...made(), parent: known.parent }), verdict],
    ["verdict on a pair that was judged", () => void (pair = known), verdict],
  ] as const) {
    const [ours, theirs] = await race({ before, run }, proof);
    rows.push({
      what: `judge of 1 MiB: ${what}`,
      medianMs: ours,
      against: { what: "the bare proof", medianMs: theirs },
      bytes: null,
      goal: { says: "1.5 times the bare proof at most", met: ours <= 1.5 * theirs },
    });
  }
  return rows;
}

async function recorded(): Promise<BenchRow> {
  const body = makePair(REQUEST_BYTES, "text", 0).parent.toString();
  const answer = Buffer.from('{"type":"message","content":[{"type":"text","text":"Done."}]}');
  const bare = (): Promise<Response> => Promise.resolve(new Response(answer));
  const ask = async (fetch: typeof globalThis.fetch): Promise<void> => {
    for (let request = 0; request < REQUESTS_A_ROUND; request += 1) {
      const response = await fetch("https://api.anthropic.com/v1/messages", { method: "POST", body });
      if ((await response.text()).length !== answer.length) throw new Error("the answer did not pass through whole");
    }
  };
  const [ours, theirs] = await race(
    { run: async () => ask(recordExchanges({ fetch: bare }).fetch) },
    { run: async () => ask(bare) },
  );
  const addedMs = (ours - theirs) / REQUESTS_A_ROUND;
  return {
    what: `recordExchanges, ${REQUESTS_A_ROUND} requests of 100 KB (${addedMs.toFixed(3)} ms of processor time added to each)`,
    medianMs: ours,
    against: { what: "the same fetch alone", medianMs: theirs },
    bytes: null,
    goal: { says: "at most 0.3 ms added to a request", met: addedMs <= 0.3 },
  };
}

/** Keeps a result alive, and proves in every round that the work was done. */
function consume(verdict: string): void {
  if (verdict !== "byte-identical")
    throw new Error("the verdict of this bench is another one than its pair was made for");
}
