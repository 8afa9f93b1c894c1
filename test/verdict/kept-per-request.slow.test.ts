import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { makeTempFolder } from "../../harness/io/files/disk.ts";
import { openSources } from "../../harness/sources/open-sources.ts";
import { inspectLean } from "../../harness/verdict/recording/inspect-recording.ts";

setFlagsFromString("--expose-gc");
const collect: () => void = runInNewContext("gc");

const CONVERSATIONS = 500;
const TURNS = 8;
const FROM = 2_000;
const TO = CONVERSATIONS * TURNS;

/** Counted within one task, as `inspect` runs: what lives until the end of the task lives until the end of the log. */
test("inspecting a log of any length keeps a bounded number of bodies, and a few kilobytes for each request", async () => {
  using folder = makeTempFolder();
  const path = join(folder.path, "log.jsonl");
  writeFileSync(path, log());
  using sources = await openSources([path]);
  const held = new Map<number, NodeJS.MemoryUsage>();
  let seen = 0;
  inspectLean(sources.recording, {}, () => {
    seen += 1;
    if (seen !== FROM && seen !== TO) return;
    // Buffers are freed by another thread, whose work the next collection waits for.
    collect();
    collect();
    held.set(seen, process.memoryUsage());
  });
  const [before, after] = [held.get(FROM), held.get(TO)];
  // Bodies and columns lie outside of the heap.
  const outside = (after?.arrayBuffers ?? Number.NaN) - (before?.arrayBuffers ?? Number.NaN);
  const inHeap = (after?.heapUsed ?? Number.NaN) - (before?.heapUsed ?? Number.NaN);
  expect(outside / (TO - FROM)).toBeLessThan(500);
  expect(inHeap / (TO - FROM)).toBeLessThan(2_500);
});

/** Short conversations, one after the other. */
function log(): string {
  const lines: string[] = [];
  for (let seq = 1; seq <= TO; seq += 1) {
    const [number, turn] = [Math.ceil(seq / TURNS), (seq - 1) % TURNS];
    const said = Array.from({ length: 2 * turn + 1 }, (_, at) => ({
      role: at % 2 === 0 ? "user" : "assistant",
      content: [text(`${number}.${at}: ${"one more line ".repeat(10)}`, at === 2 * turn)],
    }));
    const system = [text("You review code. ".repeat(20), false)];
    const body = JSON.stringify({ model: "claude-sonnet-4-5", max_tokens: 900, system, messages: said });
    const sent = {
      seq,
      ts: new Date(1_790_000_000_000 + seq * 500).toISOString(),
      method: "POST",
      path: "/v1/messages",
    };
    const usage = { input_tokens: 3, cache_read_input_tokens: 0, cache_creation_input_tokens: 0, output_tokens: 40 };
    const content = [text(`${number}.${2 * turn + 1}: ${"one more line ".repeat(10)}`, false)];
    const answer = JSON.stringify({ type: "message", role: "assistant", content, stop_reason: "end_turn", usage });
    const response = { status: 200, contentType: "application/json", body: answer };
    lines.push(JSON.stringify({ ...sent, headers: [["host", "api.anthropic.com"]], body, response }));
  }
  return `${lines.join("\n")}\n`;
}

function text(said: string, isMarked: boolean): object {
  return { type: "text", text: said, ...(isMarked ? { cache_control: { type: "ephemeral" } } : {}) };
}
