import { setImmediate } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { captureCacheSafeParams } from "../../src/cache-safe/capture-cache-safe-params.ts";
import type { CacheSafeParams } from "../../src/cache-safe/cache-safe-params.ts";
import { DefaultForkSubagent } from "../../src/fork/default-fork-subagent.ts";
import { firstBodyOf } from "../src/support/seeded-body.ts";
import { lastNTurns } from "../../src/strategies/last-n-turns.ts";
import { passThrough } from "../../src/strategies/pass-through.ts";
import { snapshotQuery } from "../../src/strategies/snapshot-query.ts";
import type { Strategy } from "../../src/strategies/strategy.ts";
import type { LlmClient } from "../../src/providers/llm-client.ts";
import { echo } from "../src/support/run-fork.ts";
import { says } from "../src/support/scripted-client.ts";
import type { BenchCase, BenchRow } from "./bench-case.ts";

const turns = 20;
const forks = 10_000;
const calls = says({ blocks: [{ call: "Read", id: "t1", input: "{}" }] });
const done = says({ blocks: [{ text: "Done." }] });

/** The cost of forking without the model. */
export const fork: BenchCase = {
  name: "fork",
  compares: "seeding, the turn loop and memory, with a client that answers at once",
  run: async () => [...buildRows(), await loopRow(), await memoryRow()],
};

/** A body of about this size: one tool, one system block, messages of 1 KB. */
function parentOf(bytes: number): CacheSafeParams {
  const message = JSON.stringify({ role: "user", content: [{ type: "text", text: "x".repeat(960) }] });
  const messages = Array.from({ length: Math.ceil(bytes / (message.length + 1)) }, () => message).join(",");
  const request = Buffer.from(
    `{"model":"m","tools":[{"name":"Read"}],"system":"s","max_tokens":9,"messages":[${messages}]}`,
  );
  return captureCacheSafeParams({ request, headers: [], answer: null });
}

function buildRows(): readonly BenchRow[] {
  const parent = parentOf(1_000_000);
  return [
    buildRow("first body from 1 MB", parent, passThrough, 1_000_000),
    buildRow("first body from its last 3 turns", parent, lastNTurns(3), 3_000),
    buildRow("first body from its last 100 turns", parent, lastNTurns(100), 99_000),
    buildRow("a query on its last 40 messages", parent, snapshotQuery({ window: 40 }), 39_000),
  ];
}

function buildRow(what: string, parent: CacheSafeParams, strategy: Strategy, bytes: number): BenchRow {
  const task = { directive: "Tidy up.", reminder: null, ownCall: null };
  const samples = Array.from({ length: 200 }, () => {
    const startMs = performance.now();
    const body = firstBodyOf(parent, strategy.seed(parent, task)).toBuffer();
    const tookMs = performance.now() - startMs;
    if (Math.abs(body.length - bytes) > 0.1 * bytes)
      throw new Error(`the body of ${what} is ${body.length} bytes long`);
    return tookMs;
  });
  const medianMs = median(samples);
  return {
    what,
    medianMs,
    against: null,
    bytes,
    goal: { says: "under 1 ms, one copy (test/src/fork/one-copy.slow.test.ts counts)", met: medianMs < 1 },
  };
}

async function loopRow(): Promise<BenchRow> {
  const parent = parentOf(100_000);
  const samples: number[] = [];
  for (let round = 0; round < 50; round += 1) {
    const startMs = performance.now();
    await run(parent, turns);
    samples.push((performance.now() - startMs) / turns);
  }
  const medianMs = median(samples);
  return {
    what: `one turn of ${turns}, 100 KB`,
    medianMs,
    against: null,
    bytes: null,
    goal: { says: "under 0.3 ms", met: medianMs < 0.3 },
  };
}

/** Milliseconds per fork, and in the goal how much more heap the second half of them holds than the first. */
async function memoryRow(): Promise<BenchRow> {
  const parent = parentOf(100_000);
  setFlagsFromString("--expose-gc");
  const collect: () => void = runInNewContext("gc");
  const batch = async (): Promise<number> => {
    for (let count = 0; count < forks / 2; count += 1) await run(parent, 1);
    // Handles are let go in a task of their own, after the collector has found them.
    collect();
    await setImmediate();
    collect();
    return process.memoryUsage().heapUsed;
  };
  const startMs = performance.now();
  const before = await batch();
  const after = await batch();
  const grownMb = (after - before) / 1e6;
  return {
    what: `${forks} forks of one turn, each`,
    medianMs: (performance.now() - startMs) / forks,
    against: null,
    bytes: null,
    goal: { says: `heap grows by less than 5 MB in the second half (${grownMb.toFixed(1)})`, met: grownMb < 5 },
  };
}

async function run(parent: CacheSafeParams, maxTurns: number): Promise<void> {
  let sent = 0;
  const llm: LlmClient = {
    wire: "anthropic-messages",
    send: async () => {
      sent += 1;
      return sent < maxTurns ? calls : done;
    },
  };
  const common = { parent, llm, tools: echo, directive: "Tidy up.", label: "bench", maxTurns, timeoutMs: null };
  const handle = await new DefaultForkSubagent().fork(common);
  const result = await handle.takeCompletion();
  if (result?.stop.cause !== "completed") throw new Error(`a fork ended by ${result?.stop.cause}`);
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}
