import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { Bench } from "tinybench";
import { estimateTokens } from "../../harness/cache-model/estimate-tokens.ts";
import { createMarkedBlockCache } from "../../harness/cache-model/engines/marked-block-cache.ts";
import { chainOf } from "../../harness/cache-model/prompt/prompt-chain.ts";
import { anthropicRules } from "../../harness/providers/anthropic/cache-rules.ts";
import { anthropicMessages } from "../../harness/wires/anthropic-messages/wire.ts";
import type { Layout } from "../../harness/kernel/layout.ts";
import type { BenchCase, BenchRow } from "./bench-case.ts";

const context = { rules: anthropicRules, tokens: estimateTokens, workspace: "bench" };
const BLOCKS = 60;
const FORKS = 1_000;
const WRITES = 200_000;

/** What a request costs the cache model: its key, its lookup, its writes. */
export const cacheModel: BenchCase = {
  name: "cache-model",
  compares: "the cache model's answer to a request whose prefix was seen with its answer to one that is new",
  run: async () => [await growing(), await forked(), expiring()],
};

/** A conversation of 60 blocks in 100 KB that grows by one block a request, laid out in the order it was sent. */
async function growing(): Promise<BenchRow> {
  const layouts = conversation();
  const bench = new Bench({ throws: true, time: 1_500, warmupTime: 500 });
  bench.add("seen", () => consume(play(layouts.slice(-10))));
  bench.add("new", () => consume(play([relaid(layouts.at(-1))])));
  await bench.run();
  const [seen = Number.NaN, fresh = Number.NaN] = bench.tasks.map(({ result }) =>
    "latency" in result ? result.latency.p50 : Number.NaN,
  );
  const rate = Math.round(10_000 / seen);
  return {
    what: `a growing conversation of 100 KB (${rate.toLocaleString("en")} requests a second)`,
    medianMs: seen / 10,
    against: { what: "the same request, never seen", medianMs: fresh },
    bytes: null,
    goal: { says: "20,000 requests a second", met: rate >= 20_000 },
  };
}

async function forked(): Promise<BenchRow> {
  const parent = conversation().at(-1);
  if (parent === undefined) throw new Error("the conversation of this bench has no turn");
  const forks = Array.from({ length: FORKS }, (_, at) => forkOf(parent, at));
  const bench = new Bench({ throws: true, time: 1_500, warmupTime: 0 });
  bench.add("forks", () => consume(play([parent, ...forks])));
  await bench.run();
  const [medianMs = Number.NaN] = bench.tasks.map(({ result }) =>
    "latency" in result ? result.latency.p50 : Number.NaN,
  );
  return {
    what: "1,000 forks of one parent at the same time",
    medianMs,
    against: null,
    bytes: null,
    goal: { says: "under 1 s", met: medianMs < 1_000 },
  };
}

/** Entries that are written once a second and live 300 s: what the cache holds follows those 300, whatever was written before. */
function expiring(): BenchRow {
  const chain = conversation()
    .slice(-1)
    .map((layout) => chainOf(layout, context))[0];
  if (chain === undefined) throw new Error("the conversation of this bench has no turn");
  const cache = createMarkedBlockCache(anthropicRules);
  const planned = cache.predict(chain, 0);
  setFlagsFromString("--expose-gc");
  const collect: () => void = runInNewContext("gc");
  const write = (from: number): number => {
    for (let at = from; at < from + WRITES; at += 1) {
      const startMs = at * 1_000;
      cache.commit({ ...planned, startMs, writes: [{ key: `prefix ${at}`, ttlMs: 300_000 }], refreshes: [] }, startMs);
    }
    collect();
    return process.memoryUsage().heapUsed;
  };
  const startMs = performance.now();
  const before = write(0);
  const after = write(WRITES);
  const grownMb = (after - before) / 1e6;
  return {
    what: `${(2 * WRITES).toLocaleString("en")} entries of which 300 live at a time, each`,
    medianMs: (performance.now() - startMs) / (2 * WRITES),
    against: null,
    bytes: null,
    goal: {
      says: `memory bounded by live entries: under 1 MB more in the second half (${grownMb.toFixed(1)})`,
      met: grownMb < 1,
    },
  };
}

/** Tokens read by all requests. */
function play(layouts: readonly Layout[]): number {
  const cache = createMarkedBlockCache(anthropicRules);
  let read = 0;
  for (const [at, layout] of layouts.entries()) {
    const prediction = cache.predict(chainOf(layout, context), at);
    cache.commit(prediction, at + 1);
    read += prediction.usage.read + prediction.usage.write;
  }
  return read;
}

function conversation(): readonly Layout[] {
  const layouts: Layout[] = [];
  const messages: unknown[] = [];
  for (let turn = 0; turn < BLOCKS; turn += 1) {
    messages.push({ role: turn % 2 === 0 ? "user" : "assistant", content: [text(turn)] });
    layouts.push(anthropicMessages.parseLayout(bodyOf(messages), layouts.at(-1)));
  }
  return layouts;
}

function forkOf(parent: Layout, at: number): Layout {
  const { messages } = JSON.parse(parent.body.toString("utf8"));
  const directive = { role: "user", content: [{ type: "text", text: `Look at part ${at}.` }] };
  return anthropicMessages.parseLayout(bodyOf([...messages, directive]), parent);
}

function relaid(layout: Layout | undefined): Layout {
  return anthropicMessages.parseLayout(layout?.body ?? Buffer.alloc(0));
}

/** `messages` stands last, so that the blocks before the new ones keep their offsets, as in real clients' bodies. */
function bodyOf(messages: readonly unknown[]): Buffer {
  return Buffer.from(
    JSON.stringify({
      model: "claude-sonnet-4-5",
      max_tokens: 32_000,
      cache_control: { type: "ephemeral" },
      tools: [{ name: "read", description: "Reads a file.", input_schema: { type: "object" } }],
      system: [{ type: "text", text: "You write code. ".repeat(200) }],
      messages,
    }),
  );
}

function text(turn: number): unknown {
  return { type: "text", text: `${turn}: `.padEnd(1_600, "The importer keeps what it cannot read. ") };
}

/** Keeps a result alive, and proves in every round that the work was done. */
function consume(tokens: number): void {
  if (tokens === 0) throw new Error("the requests of this bench must be cached");
}
