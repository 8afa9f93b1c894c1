import { randomBytes } from "node:crypto";
import { renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";

import { mapFaults } from "./disk.ts";
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
    mapFaults(target, "written", () => makeFolders(draft));
    const result = fill((name, bytes) => mapFaults(target, "written", () => writeFileSync(join(draft, name), bytes)));
    mapFaults(target, "written", () => renameSync(draft, path));
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
