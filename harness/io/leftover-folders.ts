import { readdirSync, readlinkSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { isRunning, ownProcess } from "./process-identity.ts";

/** The beginning of the name of a temporary folder: it names the process, so that a later one finds what a killed one left. */
export function ownedPrefix(): string {
  const { pid, startedAt } = ownProcess();
  return `forkproof-${pid}-${startedAt ?? 0}-${namespaceOfPids()}-`;
}

/**
 * Removes the temporary folders of this user's processes that were killed. Those of another container that shares the folder stay:
 * its processes cannot be seen from here.
 */
export function removeLeftoverFolders(): void {
  const folder = tmpdir();
  for (const name of namesIn(folder)) {
    const [, pid, startedAt, namespace] = OWNED.exec(name) ?? [];
    if (pid === undefined || namespace !== namespaceOfPids()) continue;
    if (isRunning({ pid: Number(pid), startedAt: startedAt === "0" ? null : (startedAt ?? null) })) continue;
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

const OWNED = /^forkproof-(\d+)-(\d+)-(\d+)-\w{6}$/;

/** Linux counts processes anew in each container. */
function namespaceOfPids(): string {
  try {
    return /\d+/.exec(readlinkSync("/proc/self/ns/pid"))?.[0] ?? "0";
  } catch {
    return "0";
  }
}
