import { randomBytes } from "node:crypto";
import { renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";

import { HarnessError } from "../../kernel/faults/harness-error.ts";
import { makeFolders } from "./make-folders.ts";

/** Puts one file into the folder that is being made. */
export type WriteFile = (name: string, bytes: Uint8Array | string) => void;

/**
 * Makes a folder with all its files or not at all: it is filled under another name next to its target and renamed once `fill` has
 * returned. An error in `fill` leaves nothing behind. A target with content is never replaced.
 *
 * @throws HarnessError HX513 no permission, HX516 any other error of the disk; the errors of `fill`
 */
export function makeFolderAtomically<Result>(target: string, fill: (write: WriteFile) => Result): Result {
  const path = resolve(target);
  const draft = draftOf(path);
  try {
    mapFaults(target, () => makeFolders(draft));
    const result = fill((name, bytes) => mapFaults(target, () => writeFileSync(join(draft, name), bytes)));
    mapFaults(target, () => renameSync(draft, path));
    return result;
  } catch (fault) {
    rmSync(draft, { recursive: true, force: true });
    throw fault;
  }
}

/** Next to the target, since a rename across file systems is a copy. */
function draftOf(path: string): string {
  return join(dirname(path), `.${basename(path)}.${randomBytes(6).toString("hex")}.tmp`);
}

function mapFaults<Result>(path: string, work: () => Result): Result {
  try {
    return work();
  } catch (cause) {
    const errno = cause instanceof Error && "code" in cause ? String(cause.code) : "unknown fault";
    const denied = errno === "EACCES" || errno === "EPERM";
    throw new HarnessError({
      code: denied ? "HX513" : "HX516",
      what: denied ? "no permission: it cannot be written" : `cannot be written (${errno})`,
      where: path,
      fix: denied ? "allow this user to write it" : "check the path and the disk",
      exit: 3,
      cause,
    });
  }
}
