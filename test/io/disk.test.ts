import { execFileSync, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

import { afterEach, beforeEach, describe, expect, test } from "vitest";

import {
  listFolder,
  makeTempFolder,
  readBytes,
  statKind,
  type TempFolder,
  writeAtomically,
} from "../../harness/io/files/disk.ts";
import { HarnessError } from "../../harness/kernel/faults/harness-error.ts";

let folder: TempFolder;
beforeEach(() => {
  folder = makeTempFolder();
});
afterEach(() => folder[Symbol.dispose]());

const inside = (...names: readonly string[]): string => join(folder.path, ...names);

/** The error as its reader sees it, with the temporary folder's name taken out. */
function faultOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (!(error instanceof HarnessError)) throw error;
    const lines = [`${error.code} ${error.message}`, error.where, error.fix, `exit ${error.exit}`];
    return lines.join("\n").replaceAll(folder.path, "TEMP");
  }
  throw new Error("nothing was thrown");
}

describe("readBytes", () => {
  test("returns the bytes unchanged", () => {
    writeFileSync(inside("body"), Buffer.from([0xef, 0xbb, 0xbf, 0x00, 0xff]));
    expect(readBytes(inside("body"))).toEqual(Buffer.from([0xef, 0xbb, 0xbf, 0x00, 0xff]));
  });

  test("reports a missing file, and distinguishes it from a file in the path", () => {
    writeFileSync(inside("file"), "");
    expect(faultOf(() => readBytes(inside("none")))).toMatchInlineSnapshot(`
      "HX511 no such file or folder
      TEMP/none
      check the spelling of the path
      exit 2"
    `);
    expect(faultOf(() => readBytes(inside("file", "below")))).toMatchInlineSnapshot(`
      "HX511 a part of this path is not a folder
      TEMP/file/below
      check the spelling of the path
      exit 2"
    `);
  });

  test("refuses a socket", async () => {
    const server = createServer();
    server.listen(inside("socket"));
    await once(server, "listening");
    expect(faultOf(() => readBytes(inside("socket")))).toMatch(/^HX512 this is a pipe or device, not a regular file/);
    server.close();
    await once(server, "close");
  });

  test.runIf(process.platform === "linux")("reads a file that reports no size", () => {
    expect(readBytes("/proc/self/status").toString()).toMatch(/^Name:/);
  });

  test("refuses a folder, and a pipe without waiting for a writer", () => {
    execFileSync("mkfifo", [inside("pipe")]);
    expect(faultOf(() => readBytes(folder.path))).toMatchInlineSnapshot(`
      "HX512 this is a folder, not a file
      TEMP
      name a file in it
      exit 2"
    `);
    expect(faultOf(() => readBytes(inside("pipe")))).toMatchInlineSnapshot(`
      "HX512 this is a pipe or device, not a regular file
      TEMP/pipe
      save what it gives to a file and name that
      exit 2"
    `);
  });

  test("refuses a file with more bytes than the limit", () => {
    writeFileSync(inside("body"), "12345");
    expect(readBytes(inside("body"), 5)).toHaveLength(5);
    expect(faultOf(() => readBytes(inside("body"), 4))).toMatchInlineSnapshot(`
      "HX514 5 bytes are more than the 4 that are read at once
      TEMP/body
      cut the file down to what the case needs
      exit 3"
    `);
  });

  test("reports any other error by its name", () => {
    symlinkSync(inside("loop"), inside("loop"));
    expect(faultOf(() => readBytes(inside("loop")))).toMatchInlineSnapshot(`
      "HX515 cannot be read (ELOOP)
      TEMP/loop
      check the path and the disk
      exit 3"
    `);
    expect(faultOf(() => readBytes(inside("nul\0byte"))).split("\n")[0]).toBe(
      "HX515 cannot be read (ERR_INVALID_ARG_VALUE)",
    );
  });

  test("an unreadable file is reported as missing permission, not as a missing file", ({ skip }) => {
    writeFileSync(inside("secret"), "x");
    chmodSync(inside("secret"), 0o000);
    chmodSync(folder.path, 0o755);
    const printed = runWithoutPrivilege(inside("secret"));
    if (printed === null) {
      console.warn("SKIPPED: this user may read everything and no other user may run node here");
      skip("no unprivileged user to read as");
    }
    expect(printed?.replaceAll(folder.path, "TEMP")).toMatchInlineSnapshot(`
      "HX513 no permission: it cannot be read
      TEMP/secret
      exit 3"
    `);
  });
});

/** Reads in its own process, since a thread cannot give up the rights of root; null if no process can be started. */
function runWithoutPrivilege(path: string): string | null {
  const module = pathToFileURL(join(import.meta.dirname, "../../harness/io/files/disk.ts")).href;
  const program = `import { readBytes } from ${JSON.stringify(module)};
    try { readBytes(process.argv[1]); }
    catch (e) { process.stdout.write(e.code + " " + e.message + "\\n" + e.where + "\\nexit " + e.exit); }`;
  const user = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};
  const run = spawnSync(process.execPath, ["--input-type=module", "-e", program, path], { ...user, encoding: "utf8" });
  return run.status === 0 ? run.stdout : null;
}

test("listFolder sorts by code unit, lists links as links, and reports a missing folder", () => {
  for (const name of ["b", "Z", "é", "10", "9"]) writeFileSync(inside(name), "");
  mkdirSync(inside("a"));
  symlinkSync(inside("a"), inside("c"));
  const listed = listFolder(folder.path).map(({ name, kind }) => `${name} ${kind}`);
  expect(listed).toEqual(["10 file", "9 file", "Z file", "a folder", "b file", "c link", "é file"]);
  expect(faultOf(() => listFolder(inside("none")))).toMatch(/^HX511 /);
});

test("statKind distinguishes file, folder, other and missing, through links", () => {
  writeFileSync(inside("file"), "");
  symlinkSync(inside("file"), inside("link"));
  symlinkSync(inside("nothing"), inside("dangling"));
  const kinds = ["file", "link", "dangling", "file/below", "."].map((name) => statKind(`${folder.path}/${name}`));
  expect(kinds).toEqual(["file", "file", "missing", "missing", "folder"]);
  expect(statKind("/dev/null")).toBe("other");
});

describe("writeAtomically", () => {
  test("makes folders, replaces an existing file, and leaves no draft", () => {
    writeAtomically(inside("deep", "er", "out.json"), "first");
    writeAtomically(inside("deep", "er", "out.json"), Buffer.from("second"));
    expect(readFileSync(inside("deep", "er", "out.json"), "utf8")).toBe("second");
    expect(readdirSync(inside("deep", "er"))).toEqual(["out.json"]);
  });

  test("writes a text in pieces as it writes the whole", () => {
    const pieces = Array.from({ length: 3_000 }, (_, index) => `${index} ${"é💡".repeat(index % 97)}\n`);
    writeAtomically(inside("pieces.txt"), pieces);
    expect(readFileSync(inside("pieces.txt"), "utf8")).toBe(pieces.join(""));
    writeAtomically(inside("pieces.txt"), []);
    expect(readFileSync(inside("pieces.txt"), "utf8")).toBe("");
    expect(readdirSync(folder.path)).toEqual(["pieces.txt"]);
  });

  test("leaves neither a draft nor a changed file after a failed write", () => {
    mkdirSync(inside("taken"));
    expect(faultOf(() => writeAtomically(inside("taken"), "x"))).toMatchInlineSnapshot(`
      "HX516 cannot be written (EISDIR)
      TEMP/taken
      name a file: this is a folder
      exit 3"
    `);
    expect(readdirSync(folder.path)).toEqual(["taken"]);
  });
});

test("makeTempFolder makes a new folder each time and removes it completely", () => {
  const other = makeTempFolder();
  expect(other.path).not.toBe(folder.path);
  writeFileSync(join(other.path, "file"), "");
  other[Symbol.dispose]();
  expect(existsSync(other.path)).toBe(false);
});
