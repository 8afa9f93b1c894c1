import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { makeTempFolder } from "../../harness/io/files/disk.ts";
import { runForkproof } from "./run-forkproof.ts";
import { writeTraffic } from "./write-traffic.ts";

it.for([
  ["chooses no pair", [], 3, "name the two requests with --parent and --child"],
  ["judges the pair that is named", ["--parent", "1", "--child", "2"], 0, "left out"],
] as const)("judge of a recording whose last line is cut %s", async ([, options, ends, said]) => {
  using folder = makeTempFolder();
  writeTraffic(folder.path);
  const log = join(folder.path, "traffic.jsonl");
  // Request 4 breaks its prefix, and the pair before it does not.
  for (const cut of ["\n", "\nand the next\n"].map((end) => readFileSync(log, "utf8").slice(0, -40) + end)) {
    writeFileSync(join(folder.path, "cut.jsonl"), cut);
    const { exit, out, err } = await runForkproof(["judge", "cut.jsonl", ...options], folder.path);
    expect([exit, err.replaceAll(/\s+/g, " ")]).toEqual([ends, expect.stringContaining(said)]);
    expect(out === "").toBe(ends === 3);
  }
});
