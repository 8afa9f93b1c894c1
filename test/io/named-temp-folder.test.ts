import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeNamedTempFolder } from "../../harness/io/files/named-temp-folder.ts";

test("a named temporary folder has the same path each time, is empty, and is gone afterwards", () => {
  const paths = [1, 2].map(() => {
    using folder = makeNamedTempFolder("a purpose of this test");
    writeFileSync(join(folder.path, "file"), "");
    return folder.path;
  });
  expect(paths[0]).toBe(paths[1]);
  expect(existsSync(paths[0] ?? "")).toBe(false);
  expect(existsSync(`${paths[0]}.lock`)).toBe(false);
});

test("while a folder of that name is in use, another one has a path of its own", () => {
  using first = makeNamedTempFolder("another purpose of this test");
  using second = makeNamedTempFolder("another purpose of this test");
  expect(second.path).not.toBe(first.path);
  expect(existsSync(first.path) && existsSync(second.path)).toBe(true);
});
