import { closeSync, fstatSync, openSync, readSync, statSync } from "node:fs";

import { HarnessError } from "../../kernel/faults/harness-error.ts";
import { identityOf } from "./file-identity.ts";

/** A regular file that is open for reading; disposing of it closes it. */
export type OpenFile = Disposable & {
  readonly path: string;
  readonly size: number;
  /** Reads from `position` of the file into `buffer` from `offset` to its end; how many bytes came, 0 at the file's end. */
  readonly readInto: (buffer: Buffer, offset: number, position: number) => number;
};

/** An open file that still says which one it is when its path names another. */
export type NamedFile = OpenFile & {
  readonly identity: string;
};

/**
 * Opens a regular file that `statKind` has seen.
 *
 * @throws HarnessError HX513 no permission, HX515 any other fault
 */
export function openFile(path: string): NamedFile {
  const file = mapFaults(path, () => openSync(path, "r"));
  let isOpen = true;
  const stat = mapFaults(path, () => fstatSync(file));
  return {
    path,
    size: stat.size,
    identity: identityOf(stat),
    readInto: (buffer, offset, position) => {
      // The number of a closed file is given to the next that is opened, by whichever thread.
      if (!isOpen) throw fault(path, "it was closed", null);
      return mapFaults(path, () => readSync(file, buffer, offset, buffer.length - offset, position));
    },
    [Symbol.dispose]: () => {
      if (isOpen) closeSync(file);
      isOpen = false;
    },
  };
}

/** Opens a file that may be gone since `statKind` saw it: null then. @throws HarnessError HX513, HX515 */
export function openIfThere(path: string): NamedFile | null {
  try {
    return openFile(path);
  } catch (fault) {
    if (fault instanceof HarnessError && statSync(path, { throwIfNoEntry: false }) === undefined) return null;
    throw fault;
  }
}

/** Which file a path names: the one that was opened by it, another one, or no regular file at all. */
export function standingOf(file: NamedFile): "same" | "other" | "missing" {
  const stat = mapFaults(file.path, () => statSync(file.path, { throwIfNoEntry: false }));
  if (stat === undefined || !stat.isFile()) return "missing";
  return identityOf(stat) === file.identity ? "same" : "other";
}

/**
 * Reads the bytes [start, end) of a file, and nothing else of it.
 *
 * @throws HarnessError HX513, HX515 (also where the file ends before `end`)
 */
export function readSpan(path: string, start: number, end: number): Buffer {
  using file = openFile(path);
  return readSpanOf(file, start, end);
}

/** The same of an open file. */
export function readSpanOf(file: OpenFile, start: number, end: number): Buffer {
  return filled(file, Buffer.allocUnsafe(end - start), start);
}

/** In bytes: longer spans are rare, and memory for the longest is not held. */
const MOST_HELD = 4 * 1024 * 1024;

/**
 * Reads spans one after another into the same memory, which holds one until the next is read. Memory of its own for each would lie outside of
 * the heap until V8 collects it.
 */
export function spanReader(file: OpenFile): (start: number, end: number) => Buffer {
  let memory = Buffer.alloc(0);
  return (start, end) => {
    const length = end - start;
    if (length > MOST_HELD) return readSpanOf(file, start, end);
    if (memory.length < length) memory = Buffer.allocUnsafeSlow(Math.min(2 * length, MOST_HELD));
    return filled(file, memory.subarray(0, length), start);
  };
}

function filled(file: OpenFile, bytes: Buffer, start: number): Buffer {
  let held = 0;
  while (held < bytes.length) {
    const count = file.readInto(bytes, held, start + held);
    if (count === 0) throw fault(file.path, "it ends earlier than when it was opened", null);
    held += count;
  }
  return bytes;
}

function mapFaults<Result>(path: string, work: () => Result): Result {
  try {
    return work();
  } catch (cause) {
    const errno = cause instanceof Error && "code" in cause ? String(cause.code) : "unknown fault";
    throw errno === "EACCES" || errno === "EPERM" ? noPermission(path, cause) : fault(path, errno, cause);
  }
}

function noPermission(path: string, cause: unknown): HarnessError {
  const what = "no permission: it cannot be read";
  return new HarnessError({ code: "HX513", what, where: path, fix: "allow this user to read it", exit: 3, cause });
}

function fault(path: string, why: string, cause: unknown): HarnessError {
  const what = `cannot be read (${why})`;
  return new HarnessError({ code: "HX515", what, where: path, fix: "check the path and the disk", exit: 3, cause });
}
