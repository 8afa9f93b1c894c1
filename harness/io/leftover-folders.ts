import { readdirSync, readlinkSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { isRunning, ownProcess } from "./process-identity.ts";

/** The beginning of the name of a temporary folder: it names the process, so that a later one finds what a killed one left. */
export function ownedPrefix(): string {
  const { pid, startedAt } = ownProcess();
  // Paths are printed: each number is as short as it can be.
  return `forkproof-${[pid, Number(startedAt ?? 0), namespaceOfPids()].map((each) => each.toString(36)).join("-")}-`;
}

/**
 * Removes the temporary folders of this user's processes that were killed. Those of another container that shares the folder stay:
 * its processes cannot be seen from here.
 */
export function removeLeftoverFolders(): void {
  const folder = tmpdir();
  for (const name of namesIn(folder)) {
    const [pid = 0, startedAt = 0, namespace] = (OWNED.exec(name) ?? []).slice(1).map((each) => parseInt(each, 36));
    if (namespace !== namespaceOfPids()) continue;
    if (isRunning({ pid, startedAt: startedAt === 0 ? null : String(startedAt) })) continue;
    try {
      rmSync(join(folder, name), { recursive: true, force: true });
    } catch {
      // Another user's.
    }
  }
}

/** Some systems do not let a user list the temporary folder. */
function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

const OWNED = /^forkproof-([0-9a-z]+)-([0-9a-z]+)-([0-9a-z]+)-\w{6}$/;

/** Linux counts processes anew in each container. */
function namespaceOfPids(): number {
  try {
    return Number(/\d+/.exec(readlinkSync("/proc/self/ns/pid"))?.[0] ?? 0);
  } catch {
    return 0;
  }
}
