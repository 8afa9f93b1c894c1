import { truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { makeTempFolder, type TempFolder } from "../../harness/io/files/disk.ts";
import { openFile, readSpan } from "../../harness/io/files/read-at.ts";

let folder: TempFolder;
let path: string;
beforeEach(() => {
  folder = makeTempFolder();
  path = join(folder.path, "file");
  writeFileSync(path, "0123456789");
});
afterEach(() => folder[Symbol.dispose]());

test("readSpan reads the bytes of a span and no others", () => {
  expect(readSpan(path, 3, 6).toString()).toBe("345");
  expect(readSpan(path, 4, 4)).toHaveLength(0);
});

test("readSpan says that a file ends too early, and gives no zeros in its place", () => {
  truncateSync(path, 5);
  expect(() => readSpan(path, 3, 8)).toThrow("cannot be read (it ends earlier than when it was opened)");
});

test("openFile reads to the buffer's end or the file's, wherever asked", () => {
  using file = openFile(path);
  const buffer = Buffer.from("------");
  expect(file).toMatchObject({ path, size: 10 });
  expect(file.readInto(buffer, 2, 7)).toBe(3);
  expect(buffer.toString()).toBe("--789-");
  expect(file.readInto(buffer, 0, 10)).toBe(0);
});

test("a file that is closed can no longer be read, nor another one by its number", () => {
  const file = openFile(path);
  file[Symbol.dispose]();
  using other = openFile(path);
  expect(() => file.readInto(Buffer.alloc(1), 0, 0)).toThrow("cannot be read (it was closed)");
  file[Symbol.dispose]();
  expect(other.readInto(Buffer.alloc(1), 0, 0)).toBe(1);
});

test("a file that went away after it was seen is a fault of the disk", () => {
  expect(() => openFile(join(folder.path, "none"))).toThrow("cannot be read (ENOENT)");
});
