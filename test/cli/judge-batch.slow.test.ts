import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";

import { makeTempFolder, type TempFolder } from "../../harness/io/files/disk.ts";
import { main, runForkproof } from "./run-forkproof.ts";
import { writeTraffic } from "./write-traffic.ts";

let folder: TempFolder;
beforeAll(() => {
  folder = makeTempFolder();
  writeTraffic(folder.path);
  const pairs = [
    '{"source":"traffic.jsonl","parent":"1","child":"2"}',
    '{"source":"traffic.jsonl","parent":2,"child":4,"note":"ids may be numbers, other members are the user\'s"}',
    "",
    '{"source":"traffic.jsonl","parent":"2","child":"99"}',
    '{"source":"traffic.jsonl","parent":"2"}',
    "not JSON",
    '{"source":"traffic.jsonl","parent":"2","child":"3"}',
  ];
  writeFileSync(join(folder.path, "pairs.jsonl"), `${pairs.join("\n")}\n`);
  writeFileSync(join(folder.path, "empty.jsonl"), "\n\n");
});
afterAll(() => folder[Symbol.dispose]());

test("judge --batch prints a line for each pair, errors in their place, and opens a recording once", async () => {
  const { exit, out, err } = await runForkproof(["judge", "--batch", "pairs.jsonl", "--json"], folder.path);
  const lines: readonly Record<string, unknown>[] = out
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(lines.map((line) => line["verdict"] ?? `${String(line["code"])} at ${String(line["where"])}`)).toEqual([
    "byte-identical",
    "diverged",
    "HX207 at traffic.jsonl",
    "HX507 at pairs.jsonl:5",
    "HX507 at pairs.jsonl:6",
    "byte-identical",
  ]);
  expect(err).toBe("traffic.jsonl: a traffic file of 4 requests\n");
  expect(exit, "a break outranks a line that cannot be judged").toBe(1);
});

test("judge --batch without --json prints a readable line for each pair", async () => {
  const { out } = await runForkproof(["judge", "--batch", "pairs.jsonl"], folder.path);
  expect(out).toMatchInlineSnapshot(`
    "byte-identical      unknown  traffic.jsonl 1 -> 2
    diverged            no       traffic.jsonl 2 -> 4  CB202 tool-removed
    HX207  no exchange has the id "99"
           where  traffic.jsonl
           fix    it holds 4: 1, 2, 3, 4
    HX507  this line names no child
           where  pairs.jsonl:5
           fix    add "child" to it
    HX507  this line is not JSON: Unexpected token 'o', "not JSON" is not valid JSON
           where  pairs.jsonl:6
           fix    write one JSON object a line
    byte-identical      unknown  traffic.jsonl 2 -> 3
    "
  `);
});

test("judge --batch fails if the batch names no pair", async () => {
  const { exit, err } = await runForkproof(["judge", "--batch", "empty.jsonl"], folder.path);
  expect(exit).toBe(2);
  expect(err).toMatchInlineSnapshot(`
    "HX507  the batch names no pair
           where  empty.jsonl
           fix    write a line {"source","parent","child"} for each pair
    "
  `);
});

test("judge refuses a pair together with a batch", async () => {
  const { exit, err } = await runForkproof(["judge", "traffic.jsonl", "--batch", "pairs.jsonl"], folder.path);
  expect(exit).toBe(2);
  expect(err).toContain("HX505  a source and --batch exclude each other");
});

test("a batch names a model without rules once, and with --fail-on-unknown-model an error replaces its verdict", async () => {
  const messages = [{ role: "user", content: "Hello." }];
  const body = JSON.stringify({ model: "claude-opus-99", max_tokens: 9, messages });
  const lines = [1, 2, 3].map((seq) =>
    JSON.stringify({ seq, method: "POST", path: "/v1/messages", headers: [], body }),
  );
  writeFileSync(join(folder.path, "future.jsonl"), `${lines.join("\n")}\n`);
  const pairs = [2, 3].map((child) => JSON.stringify({ source: "future.jsonl", parent: 1, child }));
  writeFileSync(join(folder.path, "future-pairs.jsonl"), `${pairs.join("\n")}\n`);
  const batch = ["judge", "--batch", "future-pairs.jsonl", "--provider", "anthropic", "--json"];
  const [lenient, strict] = await Promise.all([
    runForkproof(batch, folder.path),
    runForkproof([...batch, "--fail-on-unknown-model"], folder.path),
  ]);
  expect(lenient.err.split("\n").filter((line) => line.startsWith("no rules know claude-opus-99"))).toHaveLength(1);
  const told = (out: string): readonly unknown[] =>
    out
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
  expect(told(lenient.out)).toMatchObject([{ verdict: "byte-identical" }, { verdict: "byte-identical" }]);
  expect(told(strict.out)).toMatchObject([{ code: "HX520" }, { code: "HX520" }]);
  expect(strict.exit).toBe(2);
});

test("judge --batch judges all pairs for its exit code, also if its reader leaves", async () => {
  const pair = (child: string): string => `{"source":"traffic.jsonl","parent":"2","child":"${child}"}\n`;
  writeFileSync(join(folder.path, "long.jsonl"), pair("3").repeat(400) + pair("4"));
  const args = [main, "judge", "--batch", "long.jsonl", "--json"];
  const child = spawn(process.execPath, args, { cwd: folder.path, stdio: ["ignore", "pipe", "ignore"] });
  child.stdout.once("data", () => child.stdout.destroy());
  const exit = await new Promise((settle) => child.on("close", settle));
  expect(exit).toBe(1);
});
