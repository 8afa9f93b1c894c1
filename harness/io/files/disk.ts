import { randomBytes } from "node:crypto";
import {
  appendFileSync,
  closeSync,
  constants,
  type Dirent,
  fstatSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { HarnessError } from "../../kernel/faults/harness-error.ts";
import { ownedPrefix } from "../leftover-folders.ts";
import { diskFault, notAFile, tooLarge } from "./disk-faults.ts";
import { holdDevice } from "./hold-device.ts";
import { makeFolders } from "./make-folders.ts";
import { ownFile } from "../descriptors/own-file.ts";
import { type Content, writeContent, writeInto } from "../descriptors/write-content.ts";
import { heldAt, heldIn } from "../packed/memory-files.ts";

/** The kind of file at a path, after following links. `other` is a pipe, socket or device, which cannot be read twice. */
export type PathKind = "file" | "folder" | "other" | "missing";

/** A name in a folder. A `link` is not followed: the caller may use `statKind` for its target. */
export type FolderEntry = { readonly name: string; readonly kind: "file" | "folder" | "link" | "other" };

/** A temporary folder; disposing of it removes it with everything inside. */
export type TempFolder = Disposable & { readonly path: string };

const defaultMaxBytes = 1024 ** 3;

/** Memory for the content of a file. */
export type Allocate = (size: number) => Buffer;

const newMemory: Allocate = (size) => Buffer.allocUnsafeSlow(size);

/**
 * Reads a whole regular file.
 *
 * @throws HarnessError HX511 missing, HX512 not a file, HX513 no permission, HX514 above `maxBytes`, HX515 any other fault
 */
export function readBytes(path: string, maxBytes: number = defaultMaxBytes, allocate: Allocate = newMemory): Buffer {
  return mapFaults(path, "read", () => {
    const held = heldAt(path);
    if (held?.kind === "file") return withinLimit(path, held.bytes, maxBytes);
    // Opening a pipe without a writer, and waiting for it, would never end.
    const file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    try {
      const stat = fstatSync(file);
      if (!stat.isFile()) throw notAFile(path, stat.isDirectory());
      if (stat.size > maxBytes) throw tooLarge(path, stat.size, maxBytes);
      return readAll(file, stat.size, allocate);
    } finally {
      closeSync(file);
    }
  });
}

function withinLimit(path: string, bytes: Buffer, maxBytes: number): Buffer {
  if (bytes.length > maxBytes) throw tooLarge(path, bytes.length, maxBytes);
  return bytes;
}

/** The first bytes of a file. @throws HarnessError as `readBytes` */
export function readStart(path: string, length: number): Buffer {
  return readSlice(path, length, () => 0);
}

/** The last bytes of a file. @throws HarnessError as `readBytes` */
export function readEnd(path: string, length: number): Buffer {
  return readSlice(path, length, (size) => Math.max(0, size - length));
}

function readSlice(path: string, length: number, startOf: (size: number) => number): Buffer {
  return mapFaults(path, "read", () => {
    const file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    try {
      const bytes = Buffer.alloc(length);
      return bytes.subarray(0, readSync(file, bytes, 0, length, startOf(fstatSync(file).size)));
    } finally {
      closeSync(file);
    }
  });
}

/** The content of a file: its length when it was opened, or less if it was truncated since. */
function readAll(file: number, size: number, allocate: Allocate): Buffer {
  // One that is made as it is read (`/proc`) says no size.
  if (size === 0) return readFileSync(file);
  const bytes = allocate(size);
  let filled = 0;
  while (filled < size) {
    const read = readSync(file, bytes, filled, size - filled, null);
    if (read === 0) break;
    filled += read;
  }
  return filled === size ? bytes : bytes.subarray(0, filled);
}

/**
 * The entries of a folder, by name in code unit order, so that the order of runs does not depend on locale or file system.
 *
 * @throws HarnessError HX511, HX512, HX513, HX515
 */
export function listFolder(path: string): readonly FolderEntry[] {
  return mapFaults(path, "read", () => {
    if (heldAt(path)?.kind === "folder")
      return heldIn(path)
        .map((entry) => ({ name: basename(entry.path), kind: entry.kind }))
        .sort(byName);
    const entries = readdirSync(path, { withFileTypes: true });
    return entries.map((entry) => ({ name: entry.name, kind: kindOf(entry) })).sort(byName);
  });
}

/**
 * Says what stands at a path; a path that cannot exist (through a file, or a link to nothing) is missing.
 *
 * @throws HarnessError HX513, HX515: unreadable is not the same as missing
 */
export function statKind(path: string): PathKind {
  return mapFaults(path, "read", () => {
    const held = heldAt(path);
    if (held !== null && held.kind !== "link") return held.kind;
    const stat = statSync(path, { throwIfNoEntry: false });
    if (stat === undefined) return "missing";
    if (stat.isFile()) return "file";
    return stat.isDirectory() ? "folder" : "other";
  });
}

/** The absolute path without links. @throws HarnessError HX511 to HX515 */
export function realPath(path: string): string {
  return mapFaults(path, "read", () => realpathSync.native(path));
}

/** When a file was last written, in epoch milliseconds. @throws HarnessError HX511, HX513, HX515 */
export function modifiedMs(path: string): number {
  return mapFaults(path, "read", () => statSync(path).mtimeMs);
}

/**
 * Writes a file whole or not at all: no reader, and no later run, ever sees half of it. Missing folders are made. A link is
 * followed. A device, a pipe or a descriptor's file is written to, because a rename would replace it by another file. An error
 * names `shownAs`.
 *
 * @throws HarnessError HX513, HX516
 */
export function writeAtomically(path: string, content: Content, shownAs: string = path): void {
  mapFaults(shownAs, "written", () => {
    const own = ownFile(path);
    if (own !== null) return writeInto(own, content);
    const kind = statKind(path);
    if (kind === "other") {
      using _held = holdDevice(path);
      return writeContent(path, "w", content);
    }
    const target = kind === "missing" ? path : realpathSync(path);
    const folder = dirname(target);
    // In the same folder, since a rename across file systems is a copy.
    const draft = join(folder, draftName(basename(target), randomBytes(6).toString("hex")));
    makeFolders(folder);
    try {
      writeContent(draft, "wx", content);
      renameSync(draft, target);
    } catch (fault) {
      rmSync(draft, { force: true });
      throw fault;
    }
  });
}

/** Appends to a file, which is made if it is missing. @throws HarnessError HX513, HX516 */
export function appendText(path: string, text: string): void {
  mapFaults(path, "written", () => {
    const own = ownFile(path);
    if (own === null) appendFileSync(path, text);
    else writeInto(own, text);
  });
}

/**
 * Removes temporary files of killed writers of this file. Only for callers who know that no process writes it now.
 *
 * @throws HarnessError HX513, HX516
 */
export function removeDrafts(path: string): void {
  mapFaults(path, "written", () => {
    const [folder, name] = [dirname(path), basename(path)];
    for (const entry of readdirSync(folder)) {
      const id = entry.slice(name.length + 2, -".tmp".length);
      if (/^[0-9a-f]{12}$/.test(id) && entry === draftName(name, id)) rmSync(join(folder, entry), { force: true });
    }
  });
}

function draftName(name: string, id: string): string {
  return `.${name}.${id}.tmp`;
}

/**
 * Makes an empty folder that only this user may enter.
 *
 * @throws HarnessError HX513, HX516
 */
export function makeTempFolder(prefix: string = ownedPrefix()): TempFolder {
  const path = mapFaults(tmpdir(), "written", () => mkdtempSync(join(tmpdir(), prefix)));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
}

function kindOf(entry: Dirent): FolderEntry["kind"] {
  if (entry.isFile()) return "file";
  if (entry.isDirectory()) return "folder";
  return entry.isSymbolicLink() ? "link" : "other";
}

function byName(a: FolderEntry, b: FolderEntry): number {
  return a.name < b.name ? -1 : 1;
}

/** Does what the disk may refuse to do with `path`. @throws HarnessError for what it answers, and whatever else `work` throws of that kind */
export function mapFaults<Result>(path: string, verb: "read" | "written", work: () => Result): Result {
  try {
    return work();
  } catch (fault) {
    throw fault instanceof HarnessError ? fault : diskFault(path, verb, fault);
  }
}
