import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeTempFolder } from "../../harness/io/files/disk.ts";
import type { Inspection } from "../../harness/kernel/inspection/inspection.ts";
import { runForkproof } from "./run-forkproof.ts";

const ask = (turns: number): object => ({
  model: "claude-sonnet-5",
  max_tokens: 9,
  system: "You are a clerk. ".repeat(500),
  messages: Array.from({ length: turns }, (_, at) => ({ role: at % 2 === 0 ? "user" : "assistant", content: `${at}` })),
});
const answer = {
  type: "message",
  content: [],
  usage: { input_tokens: 9, cache_read_input_tokens: 2000, output_tokens: 1 },
};
const ownLog = [1, 3].map((turns) => ({ time: `2026-11-24T08:0${turns}:00Z`, request: ask(turns), response: answer }));

test("inspect names its help for an unknown log, and the command there makes a recording of it whose tokens count", async () => {
  using folder = makeTempFolder();
  writeFileSync(join(folder.path, "own.jsonl"), ownLog.map((line) => `${JSON.stringify(line)}\n`).join(""));
  const unread = await runForkproof(["inspect", "own.jsonl"], folder.path);
  expect([unread.exit, unread.err.replaceAll(/\s+/g, " ")]).toEqual([
    2,
    expect.stringContaining("forkproof inspect --help shows"),
  ]);
  const { out: help } = await runForkproof(["inspect", "--help"], folder.path);
  const [command = ""] = /jq -c '[^']*' own\.jsonl > traffic\.jsonl/.exec(help) ?? [];
  expect((await runForkproof(["import", "--help"], folder.path)).out).toContain(command);
  const { error, status, stderr } = spawnSync("sh", ["-c", `command -v jq && ${command}`], {
    cwd: folder.path,
    encoding: "utf8",
  });
  expect(error).toBeUndefined();
  if (status === 1 && stderr === "")
    return console.warn("NOT RUN: jq is not installed, so the command of the help was not tried");
  const { exit, out } = await runForkproof(["inspect", "traffic.jsonl", "--json"], folder.path);
  expect(exit).toBe(0);
  const { exchanges } = JSON.parse(out) as Inspection;
  expect(exchanges.map(({ parent, verdict, usage }) => [parent, verdict, usage?.read])).toEqual([
    [null, "not-comparable", 2000],
    ["1", "byte-identical", 2000],
  ]);
});

test("inspect names its help for lines that only resemble a traffic file", async () => {
  using folder = makeTempFolder();
  const line = { seq: 1, method: "POST", path: "/v1/messages", headers: {}, body: ask(1) };
  writeFileSync(join(folder.path, "near.jsonl"), `${JSON.stringify(line)}\n`);
  const { exit, err } = await runForkproof(["inspect", "near.jsonl"], folder.path);
  expect([exit, err.replaceAll(/\s+/g, " ")]).toEqual([
    3,
    expect.stringContaining("write lines as forkproof inspect --help shows"),
  ]);
});
