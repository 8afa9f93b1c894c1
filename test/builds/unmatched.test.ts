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
