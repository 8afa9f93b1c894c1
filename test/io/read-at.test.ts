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

test("readSpan reads exactly the bytes of a span", () => {
  expect(readSpan(path, 3, 6).toString()).toBe("345");
  expect(readSpan(path, 4, 4)).toHaveLength(0);
});

test("readSpan fails on a file that ends too early, instead of returning zeros", () => {
  truncateSync(path, 5);
  expect(() => readSpan(path, 3, 8)).toThrow("cannot be read (it ends earlier than when it was opened)");
});

test("openFile reads to the end of the buffer or of the file, from any position", () => {
  using file = openFile(path);
  const buffer = Buffer.from("------");
  expect(file).toMatchObject({ path, size: 10 });
  expect(file.readInto(buffer, 2, 7)).toBe(3);
  expect(buffer.toString()).toBe("--789-");
  expect(file.readInto(buffer, 0, 10)).toBe(0);
});

test("a closed file cannot be read, and closing it twice leaves another file open", () => {
  const file = openFile(path);
  file[Symbol.dispose]();
  using other = openFile(path);
  expect(() => file.readInto(Buffer.alloc(1), 0, 0)).toThrow("cannot be read (it was closed)");
  file[Symbol.dispose]();
  expect(other.readInto(Buffer.alloc(1), 0, 0)).toBe(1);
});

test("openFile reports a file that has disappeared", () => {
  expect(() => openFile(join(folder.path, "none"))).toThrow("cannot be read (ENOENT)");
});
