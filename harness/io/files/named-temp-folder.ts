import { createHash } from "node:crypto";
import { mkdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeTempFolder, type TempFolder } from "./disk.ts";
import { takeLock } from "./lock-file.ts";

/**
 * Makes an empty folder in the system's temporary folder whose path follows from `purpose`: requests may hold the path, and two
 * runs are to send the same requests. While another process has that folder, a new one with a path of its own.
 *
 * @throws HarnessError HX513, HX516
 */
export function makeNamedTempFolder(purpose: string): TempFolder {
  const path = join(tmpdir(), `forkproof-${createHash("sha256").update(purpose).digest("hex").slice(0, 12)}`);
  try {
    const lock = takeLock(`${path}.lock`);
    if (lock.kind === "foreign") return makeTempFolder();
    const remove = (): void => rmSync(path, { recursive: true, force: true });
    try {
      // A killed run may have left it.
      remove();
      mkdirSync(path, { mode: 0o700 });
    } catch {
      lock[Symbol.dispose]();
      return makeTempFolder();
    }
    return {
      path,
      [Symbol.dispose]: () => {
        remove();
        lock[Symbol.dispose]();
      },
    };
  } catch {
    return makeTempFolder();
  }
}
