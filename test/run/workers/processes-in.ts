import { readdirSync, readlinkSync } from "node:fs";

/** Processes that run in a folder, by number; null where the system has no process table to read. */
export function processesIn(folder: string): readonly number[] | null {
  try {
    return readdirSync("/proc")
      .map(Number)
      .filter((pid) => Number.isInteger(pid) && folderOf(pid) === folder);
  } catch {
    return null;
  }
}

function folderOf(pid: number): string | null {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    // It has ended.
    return null;
  }
}
