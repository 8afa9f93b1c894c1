import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { gzipSync, zstdCompressSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { copiesIn } from "../../harness/kernel/inspection/inspected-sources.ts";
import type { Inspection } from "../../harness/kernel/inspection/inspection.ts";
import { openSources } from "../../harness/sources/open-sources.ts";
import { clock } from "../break-cost/faults.ts";
import { runForkproof } from "../cli/run-forkproof.ts";
import { interleavedLog } from "./interleaved-log.ts";
import { writeLog } from "./write-log.ts";

let folder: string;
let lines: readonly string[];
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "forkproof-copies-"));
  writeLog(join(folder, "alone.jsonl"), interleavedLog([clock], 2).exchanges);
  lines = readFileSync(join(folder, "alone.jsonl"), "utf8").trimEnd().split("\n");
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Line = { seq: number; ts?: string; response: { status: number; body: string } };

function written(
  name: string,
  part: readonly string[],
  pack: (text: string) => string | Buffer = (text) => text,
): string {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), pack(part.map((line) => `${line}\n`).join("")));
  return name;
}

/** Each line with other members, such as another number. */
function changed(part: readonly string[], change: (line: Line, at: number) => object): readonly string[] {
  return part.map((line, at) => {
    const parsed = JSON.parse(line) as Line;
    return JSON.stringify({ ...parsed, ...change(parsed, at) });
  });
}

async function inspected(...args: readonly string[]): Promise<Inspection> {
  const { exit, out, err } = await runForkproof(["inspect", ...args, "--json"], folder);
  expect(exit, err).toBe(0);
  return JSON.parse(out) as Inspection;
}

const NO_SOURCES = { name: "", files: [], damaged: [], passedOver: [] };

function withoutSources({ sources: _sources, ...rest }: Inspection): object {
  return rest;
}

/** The exchanges that every command reads of a path, and how many copies it leaves out. */
async function read(path: string): Promise<{ readonly exchanges: readonly object[]; readonly copies: number }> {
  using sources = await openSources([join(folder, path)]);
  const { recording, describe: described } = sources;
  return { exchanges: recording.ids.map((id) => recording.load(id)), copies: copiesIn(described()) };
}

describe("inspect counts an exchange once, however often it is stored", () => {
  it.each([
    {
      how: "next to its packed copies",
      copies: 60,
      write: () => {
        written("packed/a.jsonl", lines);
        written("packed/a.jsonl.1.gz", lines, gzipSync);
        written("packed/b.jsonl.zst", lines, zstdCompressSync);
        return "packed";
      },
    },
    {
      how: "as a rotated log that overlaps the next one",
      copies: 8,
      write: () => {
        written("rotated/log.jsonl", lines.slice(12));
        written("rotated/log.jsonl.1", lines.slice(0, 20));
        return "rotated";
      },
    },
    { how: "twice in one file", copies: 30, write: () => written("twice.jsonl", [...lines, ...lines]) },
    {
      how: "in another order, with other numbers",
      copies: 30,
      write: () => {
        written("numbered/a.jsonl", lines);
        written("numbered/b.jsonl", changed(lines, (_, at) => ({ seq: at + 500 })).toReversed());
        return "numbered";
      },
    },
  ])("$how", async ({ copies, write }) => {
    const whole = await read(write());
    expect(whole.copies).toBe(copies);
    expect(whole.exchanges).toEqual((await read("alone.jsonl")).exchanges);
  });

  it("without times, too", async () => {
    const untimed = changed(lines, () => ({ ts: undefined }));
    written("untimed.jsonl", untimed);
    written("untimed/a.jsonl", untimed);
    written("untimed/b.jsonl", untimed.slice(3));
    const whole = await read("untimed");
    expect(whole.copies).toBe(27);
    expect(whole.exchanges).toEqual((await read("untimed.jsonl")).exchanges);
  });

  it("without times in one of two files, too", async () => {
    written("half/a.jsonl", lines);
    written(
      "half/b.jsonl",
      changed(lines.slice(3), () => ({ ts: undefined })),
    );
    const whole = await read("half");
    expect(whole.copies).toBe(27);
    expect(whole.exchanges).toEqual((await read("alone.jsonl")).exchanges);
  });

  it("and says so above its incidents; damaged lines of a copy stay as large a part of it", async () => {
    const damaged = [...lines, '{"seq":31,"ts":'];
    written("damaged/a.jsonl", damaged);
    written("damaged/b.jsonl", damaged);
    const { exit, out, err } = await runForkproof(["inspect", "damaged"], folder);
    expect([exit, err]).toEqual([0, expect.stringContaining("left out: 30 requests that are copies")]);
    expect(out.split("\n").slice(0, 2).join(" ")).toBe(
      "damaged · 2 files, 30 requests (28 compared), 2 conversations, 30 copies left out, 2 lines unreadable",
    );
  });
});

it("retries of one request with other answers, or at other times, are exchanges of their own", async () => {
  const again = changed(lines.slice(0, 1), ({ response }) => ({
    seq: 100,
    response: { ...response, body: response.body.replace(/"id":"[^"]+"/, '"id":"msg_again"') },
  }));
  const later = changed(lines.slice(0, 1), ({ ts = "" }) => ({
    seq: 101,
    ts: new Date(Date.parse(ts) + 1).toISOString(),
  }));
  const refused = changed(lines.slice(0, 2), (_, at) => ({
    seq: 102 + at,
    body: (JSON.parse(lines[0] ?? "") as { body: string }).body,
    ts: "2026-11-20T00:00:00.000Z",
    response: {
      status: 429,
      contentType: "application/json",
      body: '{"type":"error","error":{"type":"rate_limit_error"}}',
    },
  }));
  const { exchanges, copies } = await read(written("retries.jsonl", [...lines, ...again, ...later, ...refused]));
  expect([exchanges.length, copies]).toEqual([34, 0]);
});

it("inspect, simulate, compare, --jsonl and merge leave the copies out as well", async () => {
  const few = lines.slice(0, 10);
  written("few.jsonl", few);
  written("all/a.jsonl", few);
  written("all/a.jsonl.gz", few, gzipSync);
  const [once, whole] = [
    await runForkproof(["simulate", "few.jsonl", "--json", "--fix-all"], folder),
    await runForkproof(["simulate", "all", "--json", "--fix-all"], folder),
  ];
  expect(JSON.parse(whole.out)).toEqual(JSON.parse(once.out));
  const compared = await runForkproof(["compare", "few.jsonl", "all"], folder);
  expect([compared.exit, compared.out]).toEqual([0, expect.stringContaining("no figure changed")]);
  const streamed = await runForkproof(["inspect", "all", "--jsonl"], folder);
  expect(streamed.out.match(/"type": ?"exchange"/g)).toHaveLength(10);
  const json = await runForkproof(["inspect", "all/a.jsonl", "all/a.jsonl.gz", "--json"], folder);
  const document = JSON.parse(json.out) as Inspection;
  expect(withoutSources(document)).toEqual(withoutSources(await inspected("few.jsonl")));
  expect(copiesIn(document.sources ?? NO_SOURCES)).toBe(10);
  writeFileSync(join(folder, "all.json"), json.out);
  const merged = await runForkproof(["merge", "all.json", "all.json", "--json"], folder);
  expect(merged.out).toBe(json.out);
});
