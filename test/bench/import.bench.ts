import { hash } from "node:crypto";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";

import { importRecording } from "../../harness/import/import-recording.ts";
import { makeTempFolder } from "../../harness/io/files/disk.ts";
import type { BenchCase } from "./bench-case.ts";

const fileBytes = 40_000_000;
const rounds = 5;

/** A conversation of a coding agent that grows by a turn a line, begun anew at a megabyte, as traffic files hold them. */
export const importing: BenchCase = {
  name: "import",
  compares:
    "importing JSON Lines, every body hashed and searched for credentials, with reading the file and hashing it once",
  run: async () => {
    using folder = makeTempFolder();
    const file = join(folder.path, "traffic.jsonl");
    const bytes = writeTraffic(file);
    const [ours, floor]: [number[], number[]] = [[], []];
    for (let round = 0; round < rounds; round += 1) {
      const target = join(folder.path, "cassette");
      ours.push(timed(() => importRecording(file, target)));
      rmSync(target, { recursive: true });
      floor.push(timed(() => hash("sha256", readFileSync(file))));
    }
    const medianMs = median(ours);
    const rate = bytes / 1e6 / (medianMs / 1000);
    const goal = { says: "at least 30 MB/s", met: rate >= 30 };
    const against = { what: "read and hash", medianMs: median(floor) };
    return [{ what: `${Math.round(bytes / 1e6)} MB: ${rate.toFixed(0)} MB/s`, medianMs, against, bytes, goal }];
  },
};

function writeTraffic(file: string): number {
  const folder = resolve(import.meta.dirname, "../../fixtures/cassettes/coding-agent");
  const request: { readonly messages: readonly unknown[] } = JSON.parse(
    readFileSync(join(folder, "0001.request.json"), "utf8"),
  );
  const lines: string[] = [];
  let [messages, size]: [unknown[], number] = [[], 0];
  for (let seq = 1; size < fileBytes; seq += 1) {
    messages = [...messages, ...request.messages];
    const body = JSON.stringify({ ...request, messages });
    if (body.length > 1_000_000) messages = [];
    const response = { status: 200, contentType: "application/json", body: '{"usage":{"input_tokens":3}}' };
    const head = { seq, ts: "2026-11-21T20:28:45.426Z", method: "POST", path: "/v1/messages", headers: [] };
    const line = `${JSON.stringify({ ...head, body, bodySha256: hash("sha256", body), response })}\n`;
    lines.push(line);
    size += line.length;
  }
  writeFileSync(file, lines.join(""));
  return size;
}

function timed(work: () => unknown): number {
  const startMs = performance.now();
  work();
  return performance.now() - startMs;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}
