import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openRecording } from "../../harness/cassette/open-recording.ts";
import type { Chunk } from "../../harness/cassette/recorded-exchange.ts";
import { makeTempFolder } from "../../harness/io/files/disk.ts";
import type { SimulationMode } from "../../harness/kernel/simulation.ts";
import { simulateRecording } from "../../harness/simulate/simulate-recording.ts";
import { line, usage } from "./simulated.ts";

type Sent = { readonly atMs: number; readonly firstByteMs?: number; readonly chunks?: readonly Chunk[] };

/** What is read of the same prompt, sent at these times. */
function reads(sent: readonly Sent[], provider = "anthropic", mode: SimulationMode = "upper"): readonly unknown[] {
  using folder = makeTempFolder();
  const file = join(folder.path, "traffic.jsonl");
  const lines = sent.map((_, idx) => `${line({ turns: ["hello"], usage: usage(3, 2000, 0), t: 1 }, idx)}\n`);
  writeFileSync(file, lines.join(""));
  const recording = openRecording(file);
  const load: typeof recording.load = (id) => {
    const { atMs, firstByteMs = null, chunks = null } = sent[recording.ids.indexOf(id)] ?? { atMs: NaN };
    return { ...recording.load(id), startedAtMs: atMs, firstByteMs, chunks };
  };
  const { exchanges } = simulateRecording({ ...recording, load }, { provider, anchored: true, mode });
  return exchanges.map(({ predicted }) => predicted?.read);
}

test("three identical requests at once all pay, and a fourth after the first byte reads (V23)", () => {
  const atOnce = { atMs: 0, firstByteMs: 2_000 };
  expect(reads([atOnce, atOnce, atOnce, { atMs: 2_000 }])).toEqual([0, 0, 0, 2000]);
});

test("an entry can be read from the first byte of the response that wrote it", () => {
  const chunks: readonly Chunk[] = [
    [0, 10],
    [9_000, 10],
  ];
  expect(reads([{ atMs: 0, firstByteMs: 2_000, chunks }, { atMs: 1_999 }])).toEqual([0, 0]);
  expect(reads([{ atMs: 0, firstByteMs: 2_000, chunks }, { atMs: 2_001 }])).toEqual([0, 2000]);
});

test("a DashScope entry can be read from the end of that response (V90)", () => {
  const chunks: readonly Chunk[] = [
    [0, 10],
    [9_000, 10],
  ];
  const parent = { atMs: 0, firstByteMs: 2_000, chunks };
  expect(reads([parent, { atMs: 10_999 }], "dashscope")).toEqual([0, 0]);
  expect(reads([parent, { atMs: 11_000 }], "dashscope")).toEqual([0, 2000]);
});

test("a response without a recorded first byte counts as immediate", () => {
  expect(reads([{ atMs: 0 }, { atMs: 1 }])).toEqual([0, 2000]);
});

test("in lag mode an entry also needs its response to have begun, and two delays do not add up", () => {
  const sent = [{ atMs: 0, firstByteMs: 5_000 }, { atMs: 1_000 }, { atMs: 2_000 }, { atMs: 6_000 }];
  expect(reads(sent)).toEqual([0, 0, 2000, 2000]);
  expect(reads(sent, "anthropic", "lag")).toEqual([0, 0, 0, 2000]);
  const alone = [
    { atMs: 0, firstByteMs: 9_000 },
    { atMs: 1_000, firstByteMs: 9_000 },
    { atMs: 2_000 },
    { atMs: 9_500 },
  ];
  expect(reads(alone, "anthropic", "lag")).toEqual([0, 0, 0, 2000]);
  expect(reads(alone)).toEqual([0, 0, 0, 2000]);
});
