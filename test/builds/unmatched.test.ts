import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeTempFolder } from "../../harness/io/files/disk.ts";
import { runForkproof } from "../cli/run-forkproof.ts";
import { writeTraffic } from "../cli/write-traffic.ts";

test("compare ends with the requests that only one recording has", async () => {
  using folder = makeTempFolder();
  writeTraffic(folder.path);
  const lines = readFileSync(join(folder.path, "traffic.jsonl"), "utf8").split("\n").slice(0, 2);
  writeFileSync(join(folder.path, "short.jsonl"), `${lines.join("\n")}\n`);
  const ends = async (...files: readonly string[]): Promise<readonly string[]> => {
    const { out } = await runForkproof(["compare", ...files], folder.path);
    return out.trimEnd().split("\n").slice(-2);
  };
  const equal = "all 2 matched requests are equal";
  expect(await ends("traffic.jsonl", "short.jsonl")).toEqual([equal, "not compared: 2 requests only before"]);
  expect(await ends("short.jsonl", "traffic.jsonl")).toEqual([equal, "not compared: 2 requests only after"]);
  expect(await ends("short.jsonl", "short.jsonl")).toEqual(["", equal]);
});

test("compare counts a request without a prompt neither as matched nor as vanished", async () => {
  using folder = makeTempFolder();
  writeTraffic(folder.path);
  const counting = JSON.stringify({
    seq: 9,
    method: "POST",
    path: "/v1/messages/count_tokens",
    headers: [["anthropic-version", "2023-06-01"]],
    body: JSON.stringify({ model: "claude-sonnet-4-5", messages: [{ role: "user", content: "What is in notes.md?" }] }),
    response: null,
  });
  const lines = readFileSync(join(folder.path, "traffic.jsonl"), "utf8");
  writeFileSync(join(folder.path, "counting.jsonl"), `${lines}${counting}\n`);
  const { exit, out } = await runForkproof(["compare", "counting.jsonl", "traffic.jsonl"], folder.path);
  expect([exit, out.split("\n")[1]]).toEqual([0, "4 requests matched: all"]);
  expect(out.trimEnd().split("\n").slice(-2)).toEqual([
    "all 4 matched requests are equal",
    "without a prompt: 1 request before",
  ]);
});

test("compare fails if requests of the first recording vanished, unless --allow-fewer is given", async () => {
  using folder = makeTempFolder();
  writeTraffic(folder.path);
  const lines = readFileSync(join(folder.path, "traffic.jsonl"), "utf8").split("\n").slice(0, 2);
  writeFileSync(join(folder.path, "short.jsonl"), `${lines.join("\n")}\n`);
  const worse = await runForkproof(["compare", "traffic.jsonl", "short.jsonl"], folder.path);
  expect([worse.exit, worse.out]).toEqual([1, expect.stringMatching(/^! requests +2 requests vanished$/m)]);
  const allowed = await runForkproof(["compare", "traffic.jsonl", "short.jsonl", "--allow-fewer"], folder.path);
  expect([allowed.exit, allowed.out]).toEqual([0, expect.not.stringContaining("vanished")]);
  const longer = await runForkproof(["compare", "short.jsonl", "traffic.jsonl"], folder.path);
  expect([longer.exit, longer.out]).toEqual([0, expect.not.stringContaining("vanished")]);
});
