import { lstatSync, mkdirSync, readdirSync, readlinkSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { FolderContent } from "../packed/folder-content.ts";
import { type Allocate, mapFaults, readBytes } from "./disk.ts";

/** A file, or a folder and everything below it, in code unit order. Pipes and devices are left out. @throws HarnessError HX511 to HX515 */
export function readEntries(path: string, allocate?: Allocate): readonly FolderContent[] {
  return mapFaults(path, "read", () => {
    const stat = lstatSync(path);
    if (stat.isSymbolicLink()) return [{ kind: "link", path, target: readlinkSync(path) }];
    if (stat.isFile()) {
      return [{ kind: "file", path, mode: stat.mode & 0o777, bytes: readBytes(path, undefined, allocate) }];
    }
    if (!stat.isDirectory()) return [];
    const names = readdirSync(path).sort();
    return [{ kind: "folder", path }, ...names.flatMap((name) => readEntries(join(path, name), allocate))];
  });
}

/** Writes entries below `root`, and leaves what is there already. @throws HarnessError HX513, HX516 */
export function writeEntries(root: string, entries: readonly FolderContent[]): void {
  const made = new Set<string>();
  for (const entry of entries) {
    const path = join(root, entry.path);
    mapFaults(path, "written", () => {
      const folder = entry.kind === "folder" ? path : dirname(path);
      if (!made.has(folder)) mkdirSync(folder, { recursive: true });
      made.add(folder);
      if (entry.kind === "file") unlessThere(() => writeFileSync(path, entry.bytes, { mode: entry.mode, flag: "wx" }));
      if (entry.kind === "link") unlessThere(() => symlinkSync(entry.target, path));
    });
  }
}

function unlessThere(write: () => void): void {
  try {
    write();
  } catch (fault) {
    if (!(fault instanceof Error && "code" in fault && fault.code === "EEXIST")) throw fault;
  }
}
