import { rmdirSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";

import type { ClaimedElsewhere } from "./claim-file.ts";
import { mapFaults } from "./disk.ts";
import { takeLock } from "./lock-file.ts";
import { makeFolders } from "./make-folders.ts";

/** A folder that this process alone makes or replaces until it is disposed of. */
export type ClaimedFolder = Disposable & { readonly kind: "claimed" };

/**
 * Finds out whether a folder can be made at `path`, and keeps other processes that claim it out by a lock next to it. Missing parent
 * folders are made, and removed with the lock if they stay empty.
 *
 * @throws HarnessError HX513, HX516
 */
export function claimFolder(path: string): ClaimedFolder | ClaimedElsewhere {
  return mapFaults(path, "written", () => {
    const absolute = resolve(path);
    const made = makeFolders(dirname(absolute));
    const lockPath = join(dirname(absolute), `.${basename(absolute)}.lock`);
    const removeMade = (): void => {
      for (const folder of made.toReversed()) removeIfEmpty(folder);
    };
    const lock = takeOr(lockPath, removeMade);
    if (lock.kind === "foreign") return { kind: "elsewhere", pid: lock.pid, lock: lockPath };
    return {
      kind: "claimed",
      [Symbol.dispose]: () => {
        lock[Symbol.dispose]();
        removeMade();
      },
    };
  });
}

/** A disk without room for a lock keeps no folder for it either. */
function takeOr(path: string, giveUp: () => void): ReturnType<typeof takeLock> {
  try {
    return takeLock(path);
  } catch (fault) {
    giveUp();
    throw fault;
  }
}

function removeIfEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // Something was put there.
  }
}
