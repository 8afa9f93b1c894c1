import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";

import { temporaryFolder } from "../src/support/temporary-folder.ts";

const lockFile = pathToFileURL(resolve(import.meta.dirname, "../../harness/io/files/lock-file.ts")).href;

/** Takes the lock on request, reports the result, and ends with its input, with or without releasing the lock. */
const taker = `
const { takeLock } = await import(${JSON.stringify(lockFile)});
console.log("ready");
let lock;
process.stdin.on("data", (word) => {
  if (String(word).includes("take")) console.log((lock = takeLock(process.argv[1])).kind);
  else if (String(word).includes("die")) process.kill(process.pid, "SIGKILL");
});
process.stdin.on("end", () => { if (lock.kind === "held") lock[Symbol.dispose](); process.exit(); });
`;

type Taker = {
  readonly take: () => Promise<string>;
  readonly die: () => Promise<void>;
  readonly end: () => Promise<void>;
};

async function startTaker(path: string): Promise<Taker> {
  const child = spawn(process.execPath, ["--input-type=module", "-e", taker, path], {
    env: {},
    stdio: ["pipe", "pipe", "inherit"],
  });
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const next = async (): Promise<string> => String((await lines.next()).value);
  const gone = once(child, "close");
  expect(await next()).toBe("ready");
  return {
    take: () => {
      child.stdin.write("take");
      return next();
    },
    die: async () => {
      child.stdin.write("die");
      await gone;
    },
    end: async () => {
      child.stdin.end();
      await gone;
    },
  };
}

test("one of several processes that take a stale lock at the same time gets it, time after time", async () => {
  const folder = temporaryFolder();
  const path = join(folder, "lock");
  for (let round = 0; round < 8; round += 1) {
    const takers = await Promise.all(Array.from({ length: 6 }, () => startTaker(path)));
    const results = await Promise.all(takers.map(({ take }) => take()));
    expect(results.toSorted()).toEqual(["foreign", "foreign", "foreign", "foreign", "foreign", "held"]);
    const { pid } = JSON.parse(readFileSync(path, "utf8")) as { pid: number };
    expect(pid).toBeGreaterThan(0);
    // Its lock is stale in the next round.
    await Promise.all(takers.map((each, at) => (results[at] === "held" ? each.die() : each.end())));
    expect(readdirSync(folder)).toEqual(["lock"]);
  }
});

test("one of several processes that take a free lock at the same time gets it, and releases it", async () => {
  const folder = temporaryFolder();
  const path = join(folder, "lock");
  const takers = await Promise.all(Array.from({ length: 6 }, () => startTaker(path)));
  const results = await Promise.all(takers.map(({ take }) => take()));
  expect(results.filter((each) => each === "held")).toHaveLength(1);
  await Promise.all(takers.map(({ end }) => end()));
  expect(readdirSync(folder)).toEqual([]);
});

test("a holder does not remove a lock that another process has taken over from it", async () => {
  const folder = temporaryFolder();
  const path = join(folder, "lock");
  const holder = await startTaker(path);
  expect(await holder.take()).toBe("held");
  // As in a container that does not see this process.
  const others = '{"pid":1,"startedAt":null,"id":"0123456789ab"}\n';
  writeFileSync(path, others);
  await holder.end();
  expect(readFileSync(path, "utf8")).toBe(others);
});
