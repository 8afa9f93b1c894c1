import { closeSync, fstatSync, openSync, readSync } from "node:fs";

import { HarnessError } from "../../kernel/faults/harness-error.ts";

/** A regular file that is open for reading; disposing of it closes it. */
export type OpenFile = Disposable & {
  readonly path: string;
  readonly size: number;
  /** Reads from `position` of the file into `buffer` from `offset` to its end; how many bytes came, 0 at the file's end. */
  readonly readInto: (buffer: Buffer, offset: number, position: number) => number;
};

/**
 * Opens a regular file that `statKind` has seen.
 *
 * @throws HarnessError HX513 no permission, HX515 any other fault
 */
export function openFile(path: string): OpenFile {
  const file = mapFaults(path, () => openSync(path, "r"));
  let isOpen = true;
  return {
    path,
    size: mapFaults(path, () => fstatSync(file).size),
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
