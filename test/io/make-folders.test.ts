import { spawnSync } from "node:child_process";
import { readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { claimFolder } from "../../harness/io/files/claim-folder.ts";
import { makeTempFolder } from "../../harness/io/files/disk.ts";
import { makeFolders } from "../../harness/io/files/make-folders.ts";

function tempFolder(): string {
  const folder = makeTempFolder();
  onTestFinished(() => folder[Symbol.dispose]());
  return folder.path;
}

test("makeFolders makes the missing folders and lists them", () => {
  const root = tempFolder();
  expect(makeFolders(root)).toEqual([]);
  expect(makeFolders(join(root, "a/b/c"))).toEqual(["a", "a/b", "a/b/c"].map((each) => join(root, each)));
  expect(makeFolders(join(root, "a/b/d"))).toEqual([join(root, "a/b/d")]);
  symlinkSync("a", join(root, "link"));
  expect(makeFolders(join(root, "link/e"))).toEqual([join(root, "link/e")]);
  expect(readdirSync(join(root, "a"))).toEqual(["b", "e"]);
});

test("makeFolders fails on a file in the path and on a broken link", () => {
  const root = tempFolder();
  writeFileSync(join(root, "file"), "");
  symlinkSync("nowhere", join(root, "link"));
  expect(() => makeFolders(join(root, "file/a/b"))).toThrow(/ENOTDIR/);
  expect(() => makeFolders(join(root, "file"))).toThrow(/EEXIST/);
  expect(() => makeFolders(join(root, "link/a"))).toThrow(/EEXIST/);
});

test("a claimed folder keeps other claims out, and leaves nothing when it is released", () => {
  const root = tempFolder();
  const target = join(root, "a/b/cassette");
  const claimed = claimFolder(target);
  expect(claimed.kind).toBe("claimed");
  expect(claimFolder(target)).toMatchObject({ kind: "elsewhere", pid: process.pid });
  if (claimed.kind === "claimed") claimed[Symbol.dispose]();
  expect(readdirSync(root)).toEqual([]);
  writeFileSync(join(root, "file"), "");
  expect(() => claimFolder(join(root, "file/cassette"))).toThrow(/cannot be written/);
});

test.skipIf(process.platform === "win32")("a disk without room for a claim is left as it was", () => {
  using folder = makeTempFolder();
  const module = pathToFileURL(join(import.meta.dirname, "../../harness/io/files/claim-folder.ts")).href;
  const program = `import { claimFolder } from ${JSON.stringify(module)};
    try { claimFolder(process.argv[1]); } catch ({ message }) { process.exitCode = message.includes("EFBIG") ? 9 : 1; }`;
  const words = [process.execPath, "--input-type=module", "-e", program, join(folder.path, "new", "cassette")];
  // No file may grow: the system refuses the first byte, as a full disk does.
  const run = spawnSync("sh", ["-c", 'ulimit -f 0; exec "$@"', "sh", ...words], { encoding: "utf8" });
  expect(run.status, run.stderr).toBe(9);
  expect(readdirSync(folder.path)).toEqual([]);
});
