import { randomBytes } from "node:crypto";
import { renameSync, rmSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";

/** An unused name next to `path`: hidden, and on the same file system. */
export function besideName(path: string): string {
  return join(dirname(path), `.${basename(path)}.${randomBytes(6).toString("hex")}`);
}

/** Puts a folder in another's place. A process killed in between leaves both, the old one under a hidden name next to it. */
export function swapFolder(fresh: string, target: string): void {
  const old = besideName(target);
  if (statSync(target, { throwIfNoEntry: false }) !== undefined) renameSync(target, old);
  renameSync(fresh, target);
  removeFolder(old);
}

export function removeFolder(path: string): void {
  rmSync(path, { recursive: true, force: true });
}
