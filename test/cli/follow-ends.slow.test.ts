import { renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { makeTempFolder, type TempFolder } from "../../harness/io/files/disk.ts";
import { type Client, conversation, markedClients } from "../break-cost/conversation.ts";
import { clock } from "../break-cost/faults.ts";
import { served } from "../break-cost/world.ts";
import { writeLog } from "../incidents/write-log.ts";
import { followForkproof } from "./follow-forkproof.ts";
import { runForkproof } from "./run-forkproof.ts";

let folder: TempFolder;
beforeEach(() => {
  folder = makeTempFolder();
  const client = markedClients.find(({ name }) => name === "anthropic claude-sonnet-4-5") as Client;
  const write = (name: string, faults: readonly (typeof clock)[]): void => {
    const { recording } = served(client, conversation(client, 11, { turns: 4, faults }));
    const log = recording.ids.map((id) => recording.load(id));
    writeLog(join(folder.path, name), log);
  };
  write("log.jsonl", [clock]);
  write("next.jsonl", []);
});
afterEach(() => folder[Symbol.dispose]());

it("inspect --follow of a file that is gone at the end fails as unreadable, and says how many requests went with it", async () => {
  const { said, printed, interrupt } = followForkproof(["log.jsonl", "--fail-on-break"], folder.path);
  await printed("   4  ");
  rmSync(join(folder.path, "log.jsonl"));
  await printed("log.jsonl is missing");
  expect(await interrupt()).toBe(3);
  expect(said.err.replaceAll(/\s+/g, " ")).toContain(
    "HX515 cannot be read: the file is gone, and with it at least 4 requests that it held",
  );
});

/** Between the last look of --follow and the verdict, the second time that the log is opened, a rotation puts the next file in its place. */
const ROTATES_AT_THE_END = `
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
const { openSync } = fs;
let opened = 0;
fs.openSync = (path, ...more) => {
  if (path === "log.jsonl" && (opened += 1) === 2) {
    fs.renameSync(path, "log.jsonl.1");
    fs.renameSync("next.jsonl", path);
  }
  return openSync(path, ...more);
};
syncBuiltinESMExports();
`;

it("inspect --follow fails for what was rotated away between its last look and its verdict", async () => {
  writeFileSync(join(folder.path, "rotates.mjs"), ROTATES_AT_THE_END);
  const options = ["--import", join(folder.path, "rotates.mjs")];
  const { said, printed, interrupt } = followForkproof(["log.jsonl", "--fail-on-break"], folder.path, options);
  await printed("   4  ");
  const exit = await interrupt();
  expect(said.out).toContain("breaks  none");
  expect(said.err).toContain("left out: at least 4 requests that log.jsonl held before it was rotated or cut\n");
  expect(exit).toBe(1);
});

it("inspect --follow --json counts the requests that a rotation took away, and merge refuses the inspection", async () => {
  const { said, printed, interrupt } = followForkproof(["log.jsonl", "--json"], folder.path);
  await printed("   4  ");
  renameSync(join(folder.path, "next.jsonl"), join(folder.path, "log.jsonl"));
  await printed("was rotated or cut");
  expect(await interrupt()).toBe(0);
  expect(JSON.parse(said.out)).toMatchObject({ totals: { breaks: 0 }, sources: { lost: 4 } });
  writeFileSync(join(folder.path, "followed.json"), said.out);
  const merged = await runForkproof(["merge", "followed.json", "followed.json"], folder.path);
  expect(merged.err.replaceAll(/\s+/g, " ")).toContain("at least 4 of its requests were in a file that was rotated");
  expect(merged.exit).toBe(2);
});
