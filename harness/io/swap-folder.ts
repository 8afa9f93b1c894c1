import { renameSync, rmSync, statSync } from "node:fs";

/** Puts a folder in another's place. Killed in between it leaves both, the old one under the name that ends in `.old`. */
export function swapFolder(fresh: string, target: string): void {
  const old = `${target}.old`;
  rmSync(old, { recursive: true, force: true });
  if (statSync(target, { throwIfNoEntry: false }) !== undefined) renameSync(target, old);
  renameSync(fresh, target);
  rmSync(old, { recursive: true, force: true });
}

export function removeFolder(path: string): void {
  rmSync(path, { recursive: true, force: true });
}
