import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeTempFolder } from "../../harness/io/files/disk.ts";
import { type Printed, runForkproof } from "../cli/run-forkproof.ts";
import { writeTraffic } from "../cli/write-traffic.ts";

/** Bytes of a bzip2 file. */
const PACKED = Buffer.from("BZh91AY&SY");

async function inspect(files: Readonly<Record<string, string | Buffer>>, ...options: string[]): Promise<Printed> {
  using folder = makeTempFolder();
  writeTraffic(folder.path);
  for (const [name, bytes] of Object.entries(files)) writeFileSync(join(folder.path, name), bytes);
  const { out, err, exit } = await runForkproof(["inspect", ".", ...options], folder.path);
  return { out, err: err.replaceAll(/\s+/g, " "), exit };
}

const lineOf = (seq: number, messages: number): string => {
  const body = {
    model: "gpt-5.1",
    messages: Array.from({ length: messages }, () => ({ role: "user", content: "hi" })),
  };
  const request = { seq, method: "POST", path: "/v1/chat/completions", headers: [], body: JSON.stringify(body) };
  return `${JSON.stringify({ ...request, response: null })}\n`;
};

test("a folder's file with another name is read if it holds a recording, and is not named otherwise", async () => {
  const others = { "README.md": "# [{Logs}]\n", "photo.png": Buffer.from([0x89, 0x50]), empty: "" };
  const { out, err } = await inspect({ ...others, "calls.txt": lineOf(1, 1) + lineOf(2, 2) }, "--json");
  const { sources, exchanges } = JSON.parse(out);
  expect(sources.files.map(({ name }: { name: string }) => name)).toEqual(["calls.txt", "traffic.jsonl"]);
  expect(sources.passedOver).toEqual([]);
  expect(exchanges).toHaveLength(6);
  expect(err).not.toContain("passed over");
});

test("a log that cannot be unpacked is named, and fails a gate", async () => {
  const files = { "old.jsonl.bz2": PACKED };
  const shown = await inspect(files);
  expect(shown.err).toContain("passed over old.jsonl.bz2: not a recording: it is compressed");
  expect(shown.exit).toBe(0);
  const gate = await inspect(files, "--fail-on-break");
  expect(gate.err).toContain("HX226 it is compressed, and forkproof unpacks only logs named .gz or .zst");
  expect(gate.exit).toBe(3);
  const allowed = await inspect(files, "--fail-on-break", "--max-damaged", "100");
  expect(allowed.exit).toBe(1);
});

const manyLines = Array.from({ length: 40 }, (_, at) => lineOf(at + 1, at + 1)).join("");

test.for([
  ["torn", '{"seq":1,"method":"PO\n{"seq":2,"method":"PO\n'],
  ["not JSON", "sVmIOZFBe4GgSI\nZwnFPVv3ce9urO\n"],
] as const)("a log whose lines are all %s fails a gate, however much else is read", async ([, text]) => {
  const files = { "many.jsonl": manyLines, "other.jsonl": text };
  expect((await inspect(files)).exit).toBe(0);
  const gate = await inspect(files, "--fail-on-break");
  expect(gate.err).toContain("HX226 no line of it can be read");
  expect(gate.exit).toBe(3);
  expect((await inspect(files, "--fail-on-break", "--max-damaged", "100")).exit).toBe(1);
});

test("a file of JSON lines that are not requests fails no gate", async () => {
  const files = { "many.jsonl": manyLines, "other.jsonl": '{"level":"info"}\n{"level":"warn"}\n' };
  const { exit, err } = await inspect(files, "--fail-on-break");
  expect(err).toContain("passed over other.jsonl");
  expect(exit).toBe(1);
});

test("another archive is named, and fails no gate", async () => {
  const { out, err } = await inspect({ "pictures.zip": PACKED }, "--fail-on-break");
  expect(err).toContain("passed over pictures.zip");
  expect(out.trimEnd().split("\n").at(-1)).toContain("1 break of ours");
});
