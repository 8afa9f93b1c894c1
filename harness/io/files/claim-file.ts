import { accessSync, constants, realpathSync, rmdirSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";

import { HarnessError } from "../../kernel/faults/harness-error.ts";
import { ownFile } from "../descriptors/own-file.ts";
import { mapFaults, removeDrafts, statKind } from "./disk.ts";
import { holdDevice } from "./hold-device.ts";
import { takeLock } from "./lock-file.ts";
import { makeFolders } from "./make-folders.ts";

/**
 * A file that this process alone writes until it is disposed of; `isRegular` is false for a device or a pipe, which anybody may write, and for
 * the file of a descriptor such as standard output, which holds more than a report.
 */
export type ClaimedFile = Disposable & { readonly path: string; readonly isRegular: boolean };

/** The obstacle to claiming a file: the process that has claimed it. */
export type ClaimedElsewhere = { readonly kind: "elsewhere"; readonly pid: number; readonly lock: string };

/**
 * Finds out whether a file can be written, makes the folders that are missing, and keeps other processes that claim the same file
 * out by a lock in the same folder. Folders that stay empty are removed with the lock.
 *
 * @throws HarnessError HX513, HX516
 */
export function claimFile(path: string): (ClaimedFile & { readonly kind: "claimed" }) | ClaimedElsewhere {
  return mapFaults(path, "written", () => {
    // A module under test may change the folder that relative paths start from.
    const absolute = resolve(path);
    if (ownFile(absolute) !== null)
      return { kind: "claimed", path: absolute, isRegular: false, [Symbol.dispose]: () => {} };
    const kind = statKind(absolute);
    if (kind === "folder") throw isFolder(path);
    // Held to the end: the reader of a pipe leaves once no writer has it open.
    if (kind === "other") return { kind: "claimed", path: absolute, isRegular: false, ...holdDevice(absolute) };
    if (kind === "file") refuseReadOnly(absolute, path);
    const target = kind === "file" ? realpathSync(absolute) : absolute;
    const made = makeFolders(dirname(target));
    const lockPath = join(dirname(target), `.${basename(target)}.lock`);
    const lock = takeLock(lockPath);
    if (lock.kind === "foreign") return { kind: "elsewhere", pid: lock.pid, lock: lockPath };
    removeDrafts(target);
    return {
      kind: "claimed",
      path: absolute,
      isRegular: true,
      [Symbol.dispose]: () => {
        lock[Symbol.dispose]();
        for (const folder of made.toReversed()) removeIfEmpty(folder);
      },
    };
  });
}

/**
 * A rename would replace a read-only file all the same, and root may write any file. A write-protected file is protected on
 * purpose.
 */
function refuseReadOnly(absolute: string, path: string): void {
  accessSync(absolute, constants.W_OK);
  if ((statSync(absolute).mode & 0o222) !== 0) return;
  throw new HarnessError({
    code: "HX513",
    what: "no permission: the file is read-only",
    where: path,
    fix: "allow this user to write it",
    exit: 3,
  });
}

function isFolder(path: string): HarnessError {
  return new HarnessError({
    code: "HX516",
    what: "cannot be written: this is a folder",
    where: path,
    fix: "name a file in it",
    exit: 3,
  });
}

function removeIfEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // Something was put there.
  }
}
