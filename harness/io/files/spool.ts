import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { HarnessError } from "../../kernel/faults/harness-error.ts";
import { NewFile } from "../new-file.ts";
import { makeTempFolder, type TempFolder } from "./disk.ts";

/** Bytes that wait on disk, so that memory stays flat however long a stream is. Disposing of it removes them. */
export type Spool = Disposable & {
  readonly path: string;
  readonly open: (name: string) => SpoolFile;
};

/** Bytes of one name, to be read again. */
export type SpooledBytes = {
  /** How many bytes were appended or skipped. */
  readonly size: () => number;
  readonly read: () => Buffer;
};

export type SpoolFile = SpooledBytes & {
  /** The bytes are taken before this returns, and may then be written over. */
  readonly append: (bytes: Uint8Array) => void;
  /** Counts bytes that are not kept; none can be appended behind them. */
  readonly skip: (count: number) => void;
  /** Everything that was appended is handed to the system before this returns, so that it outlives this process. */
  readonly flush: () => void;
  /** No more is appended. */
  readonly close: () => void;
};

/**
 * A spool in a temporary folder that only this user may enter. Its content was not yet searched for credentials, so it is encrypted
 * with a key that only this process has. A killed process leaves nothing readable, unless something is `kept`: then the key is in a file
 * next to the content, which only this user may read. A spool that cannot be opened leaves nothing.
 *
 * @throws HarnessError HX513 and HX516 if the disk refuses, also later
 */
export function openSpool({ prefix, kept = null }: SpoolOptions = {}): Spool {
  const folder: TempFolder = makeTempFolder(prefix);
  const key = randomBytes(KEY_BYTES);
  const put = (name: string, content: string | Buffer): void => {
    try {
      mapFaults(folder.path, () => writeFileSync(join(folder.path, name), content, { mode: 0o600 }));
    } catch (fault) {
      folder[Symbol.dispose]();
      throw fault;
    }
  };
  if (kept !== null) put(KEY_FILE, key);
  for (const [name, content] of Object.entries(kept ?? {})) put(name, content);
  return {
    path: folder.path,
    open: (name) => openSpoolFile(join(folder.path, name), key, ivOf(name)),
    [Symbol.dispose]: () => folder[Symbol.dispose](),
  };
}

export type SpoolOptions = {
  readonly prefix?: string;
  /** Files by name that a later process reads next to the key; null to keep the key in memory. */
  readonly kept?: Readonly<Record<string, string>> | null;
};

/** The content of a spool that a killed process has left, by name; a name without content is empty. Null if its key is missing. */
export function reopenSpool(folder: string): ((name: string) => SpooledBytes) | null {
  const key = mapFaults(folder, () => readIfThere(join(folder, KEY_FILE)));
  if (key.length !== KEY_BYTES) return null;
  return (name) => {
    const path = join(folder, name);
    return {
      size: () => mapFaults(path, () => statSync(path, { throwIfNoEntry: false })?.size ?? 0),
      read: () => createDecipheriv(CIPHER, key, ivOf(name)).update(mapFaults(path, () => readIfThere(path))),
    };
  };
}

/** The cheapest that Node has, since every byte that passes goes through it. */
const CIPHER = "aes-128-ctr";

const KEY_FILE = "key";
const KEY_BYTES = 16;

/** A key serves one spool, and a name one of its files. The lower half counts the blocks. */
function ivOf(name: string): Buffer {
  const iv = Buffer.alloc(16);
  if (Buffer.byteLength(name) > 8) throw new Error(`a name in a spool has at most eight bytes: ${name}`);
  iv.write(name);
  return iv;
}

function readIfThere(path: string): Buffer {
  return statSync(path, { throwIfNoEntry: false }) === undefined ? Buffer.alloc(0) : readFileSync(path);
}

/** The longest that bytes wait for their batch: a killed process must not lose the part that a client has got. */
const PATIENCE_MS = 250;

/**
 * Bytes that are encrypted and written in one go; smaller pieces are gathered, in a buffer that grows to this. It fits into a processor's own
 * cache together with its encrypted copy.
 */
const [BATCH, FIRST] = [64 * 1024, 4 * 1024];

function openSpoolFile(path: string, key: Buffer, iv: Buffer): SpoolFile {
  const cipher = createCipheriv(CIPHER, key, iv);
  const file = new NewFile(path);
  let batch = Buffer.alloc(0);
  let batched = 0;
  let size = 0;
  const flush = (): void => {
    later.cancel();
    if (batched > 0) file.append(cipher.update(batch.subarray(0, batched)));
    batched = 0;
  };
  const later = createDelay(() => flush());
  const gather = (bytes: Uint8Array): void => {
    if (batched + bytes.length > batch.length) {
      const larger = Buffer.allocUnsafeSlow(Math.min(BATCH, Math.max(FIRST, 2 * (batched + bytes.length))));
      batch.copy(larger, 0, 0, batched);
      batch = larger;
    }
    batch.set(bytes, batched);
    batched += bytes.length;
    later.start();
  };
  return {
    append: (bytes) => {
      size += bytes.length;
      if (batched + bytes.length > BATCH) mapFaults(path, flush);
      if (bytes.length < BATCH) gather(bytes);
      else mapFaults(path, () => file.append(cipher.update(bytes)));
    },
    skip: (count) => void (size += count),
    flush: () => mapFaults(path, flush),
    size: () => size,
    close: () =>
      mapFaults(path, () => {
        flush();
        batch = Buffer.alloc(0);
        file.close();
      }),
    read: () => {
      if (size === 0) return Buffer.alloc(0);
      const secret = mapFaults(path, () => {
        flush();
        return readFileSync(path);
      });
      return createDecipheriv(CIPHER, key, iv).update(secret);
    },
  };
}

/** Does the work after a while, unless it is cancelled. The next call throws the error of late work. */
function createDelay(work: () => void): { readonly start: () => void; readonly cancel: () => void } {
  let timer: NodeJS.Timeout | null = null;
  let fault: unknown = null;
  const run = (): void => {
    try {
      work();
    } catch (thrown) {
      fault ??= thrown;
    }
  };
  return {
    start: () => void (timer ??= setTimeout(run, PATIENCE_MS).unref()),
    cancel: () => {
      if (timer !== null) clearTimeout(timer);
      timer = null;
      if (fault !== null) throw fault;
    },
  };
}

function mapFaults<Result>(path: string, work: () => Result): Result {
  try {
    return work();
  } catch (cause) {
    const errno = cause instanceof Error && "code" in cause ? String(cause.code) : "unknown fault";
    const what = `the recording cannot be kept on disk (${errno})`;
    const fix = "make room in the temporary folder, or set TMPDIR to another one";
    throw new HarnessError({ code: "HX516", what, where: path, fix, exit: 3, cause });
  }
}
