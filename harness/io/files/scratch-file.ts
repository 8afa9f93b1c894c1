import { closeSync, fstatSync, openSync, readSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";

import { makeTempFolder, mapFaults } from "./disk.ts";
import type { OpenFile } from "./read-at.ts";

/** A file that grows and is read at will, and that goes with this process. */
export type ScratchFile = OpenFile & {
  /** Writes at the end; the offset at which the bytes begin. */
  readonly append: (bytes: Uint8Array) => number;
};

/**
 * Opens a scratch file. It has no name from here on where the system allows that, so a killed process leaves nothing behind.
 * Faults name it `shownAs`.
 *
 * @throws HarnessError HX513, HX515, HX516
 */
export function openScratchFile(shownAs: string): ScratchFile {
  const folder = makeTempFolder();
  const path = join(folder.path, "scratch");
  const file = mapFaults(shownAs, "written", () => openSync(path, "wx+", 0o600));
  const isGone = removed(folder.path);
  let size = 0;
  return {
    path: shownAs,
    get size() {
      return mapFaults(shownAs, "read", () => fstatSync(file).size);
    },
    append: (bytes) =>
      mapFaults(shownAs, "written", () => {
        const start = size;
        for (let done = 0; done < bytes.length;)
          done += writeSync(file, bytes, done, bytes.length - done, start + done);
        size += bytes.length;
        return start;
      }),
    readInto: (buffer, offset, position) =>
      mapFaults(shownAs, "read", () => readSync(file, buffer, offset, buffer.length - offset, position)),
    [Symbol.dispose]: () => {
      closeSync(file);
      if (!isGone) folder[Symbol.dispose]();
    },
  };
}

/** Windows keeps the name of an open file. */
function removed(path: string): boolean {
  try {
    rmSync(path, { recursive: true });
    return true;
  } catch {
    return false;
  }
}
