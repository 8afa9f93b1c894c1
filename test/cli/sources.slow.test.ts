import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync, zstdCompressSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { makeTempFolder, type TempFolder } from "../../harness/io/files/disk.ts";
import type { Inspection } from "../../harness/kernel/inspection/inspection.ts";
import { samples } from "../import/foreign-samples.ts";
import { runForkproof } from "./run-forkproof.ts";
import { writeScenarios } from "./write-scenarios.ts";

let folder: TempFolder;
let lines: Buffer;
beforeAll(() => {
  folder = makeTempFolder();
  writeScenarios(folder.path);
  lines = readFileSync(join(folder.path, "scenarios/traffic.jsonl"));
});
afterAll(() => folder[Symbol.dispose]());

function write(name: string, content: string | Buffer): string {
  mkdirSync(join(folder.path, name, ".."), { recursive: true });
  writeFileSync(join(folder.path, name), content);
  return name;
}

async function inspected(...args: readonly string[]): Promise<Inspection> {
  const { exit, out, err } = await runForkproof(["inspect", ...args, "--json"], folder.path);
  expect([exit, err.includes("HX")], err).toEqual([0, false]);
  return JSON.parse(out) as Inspection;
}

describe("inspect reads recordings as people have them", () => {
  it("finds the same in a packed file as in the plain one", async () => {
    const { exchanges } = await inspected("scenarios/traffic.jsonl");
    for (const name of [write("a.jsonl.gz", gzipSync(lines)), write("a.jsonl.zst", zstdCompressSync(lines))])
      expect((await inspected(name)).exchanges).toEqual(exchanges);
  });

  it("names the ids of two files by their file, and judge takes these ids", async () => {
    write("logs/one.jsonl", lines);
    write("logs/two.jsonl", lines.toString().replaceAll("notes.md", "list.md"));
    const { exchanges, sources } = await inspected("logs");
    expect(sources?.files.map(({ name }) => name)).toEqual(["logs/one.jsonl", "logs/two.jsonl"]);
    expect(exchanges.map(({ id }) => id)).toContain("two.jsonl:2");
    const judged = await runForkproof(
      ["judge", "logs", "--parent", "one.jsonl:2", "--child", "one.jsonl:3", "--json"],
      folder.path,
    );
    expect(JSON.parse(judged.out)).toMatchObject({ parent: { id: "one.jsonl:2" }, child: { id: "one.jsonl:3" } });
  });

  it("leaves out a last line that is still being written, and lists it", async () => {
    const torn = Buffer.concat([lines, lines.subarray(0, 300)]);
    const { exchanges, sources } = await inspected(write("torn.jsonl", torn));
    expect(exchanges).toEqual((await inspected("scenarios/traffic.jsonl")).exchanges);
    expect(sources?.damaged).toMatchObject([{ isUnfinished: true }]);
  });

  it("reads a log that is one JSON array, also packed and over several lines, and says of another array what to do", async () => {
    const rows = (samples["LiteLLM payload log"] ?? "").trimEnd().split("\n");
    const { exchanges } = await inspected(write("payloads.jsonl", rows.join("\n")));
    const array = Buffer.from(
      JSON.stringify(
        rows.map((row) => JSON.parse(row) as unknown),
        null,
        2,
      ),
    );
    for (const name of [write("payloads.json", array), write("payloads.json.gz", gzipSync(array))]) {
      const read = await inspected(name);
      expect([read.exchanges, read.sources?.files[0]?.format]).toEqual([exchanges, "LiteLLM payload log"]);
    }
    const other = write("other.json", `[\n${lines.toString().trimEnd().split("\n").join(",\n")}\n]`);
    const { exit, err } = await runForkproof(["inspect", other], folder.path);
    expect([exit, err.replaceAll(/\s+/g, " ")]).toEqual([2, expect.stringContaining("jq -c '.[]' FILE")]);
  });

  it("fails above --max-damaged, and counts the damaged lines below it", async () => {
    const broken = write("broken.jsonl", Buffer.concat([lines, Buffer.from("{broken\n")]));
    const failed = await runForkproof(["inspect", broken], folder.path);
    expect([failed.exit, failed.err]).toEqual([3, expect.stringContaining("HX213")]);
    const four = write("four.jsonl", Buffer.concat([lines, Buffer.from("{broken\n".repeat(4))]));
    const { err } = await runForkproof(["inspect", four, "--max-damaged", "90"], folder.path);
    expect(err).toContain("\n1 more line is left out: --json lists it\n");
    const other = await runForkproof(["simulate", four, "--max-damaged", "90"], folder.path);
    expect(other.err).toContain("\n1 more line is left out: inspect --json lists it\n");
    expect((await inspected(broken, "--max-damaged", "50")).sources?.damaged).toMatchObject([{ isUnfinished: false }]);
  });
});

it("inspect draws the requests of a time span whose parents were sent before it", async () => {
  const timed = lines.toString().trimEnd().split("\n");
  const at = (minute: number): string => `2026-11-20T09:${String(minute).padStart(2, "0")}:00.000Z`;
  const log = timed.map((line, index) => JSON.stringify({ ...JSON.parse(line), ts: at(index) }));
  const path = write("timed.jsonl", `${log.join("\n")}\n`);
  const first = (await inspected(path)).exchanges.find(({ parent }) => parent !== null);
  const { exit, out } = await runForkproof(["inspect", path, "--since", first?.startedAt ?? ""], folder.path);
  expect([exit, out]).toEqual([0, expect.stringContaining(`● ${first?.id}: turn of ${first?.parent}, `)]);
});

it("inspect reads two formats in one folder, and refuses a folder for its page", async () => {
  write("both/one.jsonl", lines);
  const har = join("both", "two.har");
  write(har, harOf(lines));
  const { sources, exchanges } = await inspected("both");
  expect(sources?.files.map(({ format }) => format)).toEqual(["traffic", "HAR"]);
  expect(exchanges.filter(({ dialect }) => dialect !== null).length).toBeGreaterThan(2);
  mkdirSync(join(folder.path, "pages"), { recursive: true });
  const { exit, err } = await runForkproof(["inspect", "both", "--html", "pages"], folder.path);
  expect([exit, err]).toEqual([3, expect.stringContaining("HX516")]);
});

it.each([
  { bad: "a folder without recordings", args: ["hollow"], code: "HX201", says: "a folder without recordings" },
  { bad: "a file without a readable line", args: ["words.jsonl"], code: "HX201", says: "no readable line" },
  {
    bad: "a file whose lines are all damaged",
    args: ["damaged.jsonl"],
    code: "HX201",
    says: "line 3 is not JSON",
  },
  { bad: "lines of one letter", args: ["letters.jsonl"], code: "HX201", says: "line 1 is not JSON (x)" },
  {
    bad: "a start in the future",
    args: ["scenarios/traffic.jsonl", "--since", "2999-01-01"],
    code: "HX503",
    says: "future",
  },
])("inspect names the fix for $bad", async ({ args, code, says }) => {
  mkdirSync(join(folder.path, "hollow"), { recursive: true });
  write("words.jsonl", "hello\nworld\n");
  write("letters.jsonl", "x\n\ny\n");
  write("damaged.jsonl", `${lines.toString().slice(0, 200)}\n`.repeat(4));
  const { exit, err } = await runForkproof(["inspect", ...args], folder.path);
  expect([exit, err]).toEqual([2, expect.stringContaining(code)]);
  expect(err).toContain(says);
  expect(err).toMatch(/^ {7}fix {4}\S/m);
});

/** The same requests as a browser's log of the network. */
function harOf(traffic: Buffer): string {
  const entries = traffic
    .toString()
    .trimEnd()
    .split("\n")
    .map((line) => {
      const { ts, method, path, body, response } = JSON.parse(line);
      const text = response === null || response === undefined ? "" : String(response.body);
      return {
        startedDateTime: ts ?? "2026-11-20T09:00:00.000Z",
        time: 1,
        request: {
          method,
          url: `https://api.anthropic.com${path}`,
          headers: [],
          postData: { mimeType: "application/json", text: body },
        },
        response: { status: 200, headers: [], content: { mimeType: "application/json", text } },
      };
    });
  return JSON.stringify({ log: { version: "1.2", creator: { name: "test", version: "1" }, entries } });
}
