import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";

import { HarnessError } from "../kernel/harness-error.ts";
import { BehindWriter } from "./behind-writer.ts";
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

/** Bytes that are encrypted and written in one go. */
const BATCH = 256 * 1024;

function openSpoolFile(path: string, key: Buffer): SpoolFile {
  const iv = randomBytes(16);
  const cipher = createCipheriv("aes-256-ctr", key, iv);
  const writer = new BehindWriter(path);
  let batch: Uint8Array[] = [];
  let batched = 0;
  let size = 0;
  const flush = (): void => {
    if (batched > 0) writer.append(cipher.update(Buffer.concat(batch)));
    [batch, batched] = [[], 0];
  };
  return {
    append: (bytes) => {
      batch.push(bytes);
      batched += bytes.length;
      size += bytes.length;
      if (batched >= BATCH) mapFaults(path, flush);
    },
    size: () => size,
    close: () =>
      mapFaults(path, () => {
        flush();
        writer.close();
      }),
    read: () => {
      if (size === 0) return Buffer.alloc(0);
      const secret = mapFaults(path, () => {
        flush();
        writer.settle();
        return readFileSync(path);
      });
      return createDecipheriv("aes-256-ctr", key, iv).update(secret);
    },
  };
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
