import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync, zstdCompressSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { HarnessError } from "../../harness/kernel/faults/harness-error.ts";
import { openSources } from "../../harness/sources/open-sources.ts";
import { inspectRecording } from "../../harness/verdict/recording/inspect-recording.ts";
import { type Client, conversation, markedClients } from "../break-cost/conversation.ts";
import { served } from "../break-cost/world.ts";
import { writeLog } from "../incidents/write-log.ts";
import { runForkproof } from "./run-forkproof.ts";

let folder: string;
let log: Buffer;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "forkproof-cut-"));
  const client = markedClients.find(({ name }) => name === "anthropic claude-sonnet-4-5") as Client;
  const { recording } = served(client, conversation(client, 11, { turns: 12, faults: [] }));
  const path = write("whole.jsonl", "");
  writeLog(
    join(folder, path),
    recording.ids.map((id) => recording.load(id)),
  );
  log = readFileSync(join(folder, path));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function write(name: string, content: string | Buffer): string {
  mkdirSync(join(folder, name, ".."), { recursive: true });
  writeFileSync(join(folder, name), content);
  return name;
}

const packings = [
  { packing: "gzip", end: "gz", pack: (bytes: Buffer): Buffer => gzipSync(bytes) },
  { packing: "zstd", end: "zst", pack: (bytes: Buffer): Buffer => zstdCompressSync(bytes) },
  { packing: "no packing", end: "log", pack: (bytes: Buffer): Buffer => bytes },
];

/** Sixteenths, and all but the last bytes: an archive's checksum, a line's closing brace. */
function cutsOf(packed: Buffer): readonly number[] {
  const sixteenths = Array.from({ length: 15 }, (_, at) => Math.floor(((at + 1) * packed.length) / 16));
  return [...sixteenths, packed.length - 9, packed.length - 4, packed.length - 2];
}

describe.each(packings)("a log with $packing, cut at any place,", ({ end, pack }) => {
  it("never passes a limit of 0 %, and counts as one damaged part below a wider one", async () => {
    const packed = pack(log);
    for (const cut of cutsOf(packed)) {
      const path = join(folder, write(`cut.${end}`, packed.subarray(0, cut)));
      expect(await codeOf(path), `cut at ${cut}`).toMatch(/^HX(?:201|211|213|226|252)$/);
      const damaged = await damagedIn(path);
      expect(damaged.length, `cut at ${cut}: ${JSON.stringify(damaged)}`).toBeLessThanOrEqual(1);
    }
  });

  it("does not pass --fail-on-break or --max-damaged 0, next to a whole log either, and compare refuses it", async () => {
    const packed = pack(log);
    const half = write(
      `both-${end}/half.${end === "log" ? "jsonl" : `jsonl.${end}`}`,
      packed.subarray(0, packed.length >> 1),
    );
    write(`both-${end}/whole.jsonl`, log);
    for (const args of [
      [half, "--max-damaged", "0"],
      [`both-${end}`, "--fail-on-break"],
    ]) {
      const { exit, out } = await runForkproof(["inspect", ...args], folder);
      expect([args, exit, out]).toEqual([args, 3, ""]);
    }
    const compared = await runForkproof(["compare", "whole.jsonl", half], folder);
    expect([compared.exit, compared.out]).toEqual([3, ""]);
  });
});

/** The code with which a strict limit of 0 % refuses a recording. */
async function codeOf(path: string): Promise<string> {
  try {
    using sources = await openSources([path]);
    sources.allowingDamage({ most: 0, isStrict: true }, () => inspectRecording(sources.recording));
    return `no fault in ${sources.recording.ids.length} requests`;
  } catch (fault) {
    if (fault instanceof HarnessError) return fault.code;
    throw fault;
  }
}

async function damagedIn(path: string): Promise<readonly unknown[]> {
  try {
    using sources = await openSources([path]);
    return sources.describe().damaged;
  } catch (fault) {
    if (fault instanceof HarnessError) return [];
    throw fault;
  }
}
