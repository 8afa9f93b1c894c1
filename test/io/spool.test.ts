import { readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { openSpool } from "../../harness/io/files/spool.ts";

const isSpool = (name: string): boolean => name.startsWith("forkproof-");

test("the spool returns the appended bytes, however they were split", () => {
  using spool = openSpool();
  let names = 0;
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 2000 }), { maxLength: 20 }), (pieces) => {
      const file = spool.open(String((names += 1)));
      for (const piece of pieces) file.append(piece);
      file.close();
      expect(file.read().equals(Buffer.concat(pieces))).toBe(true);
      expect(file.size()).toBe(pieces.reduce((sum, { length }) => sum + length, 0));
    }),
  );
});

test("the spool returns many batches completely, before and after it is closed", () => {
  using spool = openSpool();
  const file = spool.open("1");
  const piece = Buffer.from(Array.from({ length: 100_003 }, (_, at) => (at * 31) % 251));
  for (let round = 0; round < 200; round += 1) file.append(piece);
  const whole = Buffer.concat(Array.from({ length: 200 }, () => piece));
  expect(file.read().equals(whole)).toBe(true);
  file.close();
  expect(file.read().equals(whole)).toBe(true);
});

test("the spool does not mix files that are open at the same time", () => {
  using spool = openSpool();
  const [first, second] = [spool.open("1"), spool.open("2")];
  for (let round = 0; round < 100; round += 1) {
    first.append(Buffer.from(`first ${round} `));
    second.append(Buffer.from(`second ${round} `));
  }
  expect(first.read().toString()).toMatch(/^first 0 first 1 .*first 99 $/);
  expect(second.read().toString()).toMatch(/^second 0 second 1 .*second 99 $/);
  first.close();
  second.close();
});

test("the spool's file on disk is unreadable, and is removed with the spool", () => {
  const before = new Set(readdirSync(tmpdir()).filter(isSpool));
  const spool = openSpool();
  const secret = "a credential that passed by";
  const file = spool.open("1");
  file.append(Buffer.from(secret));
  file.close();
  // What is read was written before.
  file.read();
  const folders = readdirSync(tmpdir()).filter((name) => isSpool(name) && !before.has(name));
  const found = folders
    .map((name) => join(tmpdir(), name, "1"))
    .filter((path) => readHere(path)?.length === secret.length);
  expect(found).not.toEqual([]);
  for (const path of found) expect(readHere(path)?.toString("latin1") ?? "").not.toContain("credential");
  spool[Symbol.dispose]();
  expect(found.filter((path) => readHere(path)?.length === secret.length)).toEqual([]);
});

/** Other tests run at the same time: their folders appear and disappear between any two looks, with any content. */
function readHere(path: string): Buffer | null {
  try {
    return readFileSync(path);
  } catch {
    return null;
  }
}
