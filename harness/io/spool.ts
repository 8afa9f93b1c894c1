import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { closeSync, openSync, readFileSync, writeSync } from "node:fs";
import { join } from "node:path";

import { HarnessError } from "../kernel/harness-error.ts";
import { makeTempFolder } from "./disk.ts";

/** Bytes that wait on disk, so that memory stays flat however long a stream is. Disposing of it removes them. */
export type Spool = Disposable & { readonly open: () => SpoolFile };

export type SpoolFile = {
  readonly append: (bytes: Uint8Array) => void;
  /** How many bytes were appended. */
  readonly size: () => number;
  /** No more is appended. */
  readonly close: () => void;
  readonly read: () => Buffer;
};

/**
 * A spool in a temporary folder. What lies there was not yet searched for credentials, so it is encrypted with a key that
 * only this process has: one that is killed leaves nothing that can be read.
 *
 * @throws HarnessError HX516 where the disk refuses, also later
 */
export function openSpool(): Spool {
  const folder = makeTempFolder();
  const key = randomBytes(32);
  let files = 0;
  return {
    open: () => openSpoolFile(join(folder.path, String((files += 1))), key),
    [Symbol.dispose]: () => folder[Symbol.dispose](),
  };
}

function openSpoolFile(path: string, key: Buffer): SpoolFile {
  const iv = randomBytes(16);
  const cipher = createCipheriv("aes-256-ctr", key, iv);
  let file: number | null = null;
  let size = 0;
  return {
    append: (bytes) => {
      // Opened with the first bytes: many requests and answers have none.
      file ??= mapFaults(path, () => openSync(path, "wx", 0o600));
      const secret = cipher.update(bytes);
      for (let at = 0; at < secret.length;) at += writeRest(path, file, secret, at);
      size += bytes.length;
    },
    size: () => size,
    close: () => {
      if (file !== null) closeSync(file);
      file = null;
    },
    read: () => {
      if (size === 0) return Buffer.alloc(0);
      return createDecipheriv("aes-256-ctr", key, iv).update(mapFaults(path, () => readFileSync(path)));
    },
  };
}

function writeRest(path: string, file: number, bytes: Buffer, from: number): number {
  return mapFaults(path, () => writeSync(file, bytes, from));
}

function mapFaults<Result>(path: string, work: () => Result): Result {
  try {
    return work();
  } catch (cause) {
    const errno = cause instanceof Error && "code" in cause ? String(cause.code) : "unknown fault";
    const what = `the recording cannot be kept on disk (${errno})`;
    throw new HarnessError({ code: "HX516", what, where: path, mend: "check the temporary folder", exit: 3, cause });
  }
}
