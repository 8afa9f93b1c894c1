import { Bench } from "tinybench";
import { judge, recordExchanges } from "../../harness/testing/index.ts";
import { anthropicMessages } from "../../harness/wires/anthropic-messages/wire.ts";
import { wireExchange } from "../support/wire-bodies.ts";
import type { BenchCase, BenchRow } from "./bench-case.ts";
import { makePair } from "./make-pair.ts";
import { prove } from "./prefix-proof.bench.ts";

const MEBIBYTE = 1024 * 1024;
const REQUEST_BYTES = 100 * 1024;
const REQUESTS_A_ROUND = 20;

/** What the part for tests adds to a test. */
export const testing: BenchCase = {
  name: "testing",
  compares: "judge in process with the bare proof, and a fetch on a tape with the same fetch alone",
  run: async () => [await judged(), await recorded()],
};

async function judged(): Promise<BenchRow> {
  const pair = makePair(MEBIBYTE, "text", 0);
  const parent = { ...wireExchange("anthropic-messages", pair.parent, "1"), startedAtMs: 0, firstByteMs: 900 };
  const child = { ...wireExchange("anthropic-messages", pair.child, "2"), startedAtMs: 5_000, firstByteMs: 900 };
  const [ours, theirs] = await race(
    () => consume(judge({ parent, child }).verdict),
    () => consume(prove(anthropicMessages, pair)),
  );
  return {
    what: "judge of a 1 MiB pair",
    medianMs: ours,
    against: { what: "the bare proof", medianMs: theirs },
    bytes: null,
    goal: { says: "1.5 times the bare proof at most", met: ours <= 1.5 * theirs },
  };
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
  // A promise waits for other programs, too: time on the processor is the tape's own.
  const [ours, theirs] = await race(
    async () => ask(recordExchanges({ fetch: bare }).fetch),
    async () => ask(bare),
    () => process.cpuUsage().user / 1000,
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

/** Medians of both. */
async function race(
  ours: () => unknown,
  theirs: () => unknown,
  now: () => number = () => performance.now(),
): Promise<[ours: number, theirs: number]> {
  const bench = new Bench({ time: 800, warmupTime: 400, now });
  bench.add("ours", ours).add("theirs", theirs);
  await bench.run();
  const [one = Number.NaN, other = Number.NaN] = bench.tasks.map(({ result }) =>
    "latency" in result ? result.latency.p50 : Number.NaN,
  );
  return [one, other];
}

/** Keeps a result alive, and proves in every round that the work was done. */
function consume(verdict: string): void {
  if (verdict !== "byte-identical")
    throw new Error("the verdict of this bench is another one than its pair was made for");
}
