import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { makeTempFolder, type TempFolder } from "../../harness/io/files/disk.ts";
import { makeFolderAtomically } from "../../harness/io/files/new-folder.ts";

let folder: TempFolder;
let target: string;
beforeEach(() => {
  folder = makeTempFolder();
  target = join(folder.path, "target");
});
afterEach(() => folder[Symbol.dispose]());

test("the new folder appears only once it is complete", () => {
  const answer = makeFolderAtomically(target, (write) => {
    write("a", "text");
    write("b", Buffer.from([0, 255]));
    expect(existsSync(target)).toBe(false);
    return 2;
  });
  expect(answer).toBe(2);
  expect(readdirSync(folder.path)).toEqual(["target"]);
  expect(readFileSync(join(target, "a"), "utf8")).toBe("text");
  expect(readFileSync(join(target, "b"))).toEqual(Buffer.from([0, 255]));
});

test("an error while the folder is filled leaves nothing", () => {
  const work = (): void =>
    makeFolderAtomically(target, (write) => {
      write("a", "text");
      throw new Error("stopped");
    });
  expect(work).toThrow("stopped");
  expect(readdirSync(folder.path)).toEqual([]);
});

test("an existing target is never replaced", () => {
  mkdirSync(target);
  writeFileSync(join(target, "mine"), "kept");
  expect(() => makeFolderAtomically(target, (write) => write("a", "text"))).toThrow(/^cannot be written \(E/);
  expect(readdirSync(folder.path)).toEqual(["target"]);
  expect(readdirSync(target)).toEqual(["mine"]);
});

test("a folder cannot be made below a file", () => {
  writeFileSync(target, "");
  const inside = join(target, "inside");
  const make = (): unknown => makeFolderAtomically(inside, () => undefined);
  expect(make).toThrow("cannot be written (ENOTDIR)");
  expect(make).toThrow(expect.objectContaining({ fix: "name another path: a file is in the way" }));
});
