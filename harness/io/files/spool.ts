import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";

import { HarnessError } from "../../kernel/faults/harness-error.ts";
import { BehindWriter } from "../behind-writer.ts";
import { makeTempFolder } from "./disk.ts";

/** Bytes that wait on disk, so that memory stays flat however long a stream is. Disposing of it removes them. */
export type Spool = Disposable & { readonly open: () => SpoolFile };

export type SpoolFile = {
  /** The bytes are taken before this returns, and may then be written over. */
  readonly append: (bytes: Uint8Array) => void;
  /** How many bytes were appended. */
  readonly size: () => number;
  /** No more is appended. */
  readonly close: () => void;
  readonly read: () => Buffer;
};

/**
 * A spool in a temporary folder. Its content was not yet searched for credentials, so it is encrypted with a key that only this
 * process has. A killed process leaves nothing readable.
 *
 * @throws HarnessError HX516 if the disk refuses, also later
 */
export function openSpool(): Spool {
  const folder = makeTempFolder();
  const key = randomBytes(16);
  let files = 0;
  return {
    open: () => openSpoolFile(join(folder.path, String((files += 1))), key),
    [Symbol.dispose]: () => folder[Symbol.dispose](),
  };
}

/** The cheapest that Node has, since every byte that passes goes through it. */
const CIPHER = "aes-128-ctr";

/** Bytes that are encrypted and written in one go; what is smaller is gathered, in a buffer that grows to this. */
const [BATCH, FIRST] = [256 * 1024, 4 * 1024];

function openSpoolFile(path: string, key: Buffer): SpoolFile {
  const iv = randomBytes(16);
  const cipher = createCipheriv(CIPHER, key, iv);
  const writer = new BehindWriter(path);
  let batch = Buffer.alloc(0);
  let batched = 0;
  let size = 0;
  const flush = (): void => {
    if (batched > 0) writer.append(cipher.update(batch.subarray(0, batched)));
    batched = 0;
  };
  const gather = (bytes: Uint8Array): void => {
    if (batched + bytes.length > batch.length) {
      const larger = Buffer.allocUnsafeSlow(Math.min(BATCH, Math.max(FIRST, 2 * (batched + bytes.length))));
      batch.copy(larger, 0, 0, batched);
      batch = larger;
    }
    batch.set(bytes, batched);
    batched += bytes.length;
  };
  return {
    append: (bytes) => {
      size += bytes.length;
      if (batched + bytes.length > BATCH) mapFaults(path, flush);
      if (bytes.length < BATCH) gather(bytes);
      else mapFaults(path, () => writer.append(cipher.update(bytes)));
    },
    size: () => size,
    close: () =>
      mapFaults(path, () => {
        flush();
        batch = Buffer.alloc(0);
        writer.close();
      }),
    read: () => {
      if (size === 0) return Buffer.alloc(0);
      const secret = mapFaults(path, () => {
        flush();
        writer.settle();
        return readFileSync(path);
      });
      return createDecipheriv(CIPHER, key, iv).update(secret);
    },
  };
}

function mapFaults<Result>(path: string, work: () => Result): Result {
  try {
    return work();
  } catch (cause) {
    const errno = cause instanceof Error && "code" in cause ? String(cause.code) : "unknown fault";
    const what = `the recording cannot be kept on disk (${errno})`;
    throw new HarnessError({ code: "HX516", what, where: path, fix: "check the temporary folder", exit: 3, cause });
  }
}
