import { dirname, join, relative } from "node:path";
import { type Allocate, realPath, statKind } from "../../io/files/disk.ts";
import { readEntries } from "../../io/files/folder-entries.ts";
import type { FolderContent } from "../../io/packed/folder-content.ts";
import { workingPath } from "../../io/files/working-path.ts";
import { refuseOutside } from "./refuse-outside.ts";

/**
 * Files and folders as they travel: a link travels with what it leads to, and leads there on each machine.
 *
 * @throws HarnessError HX441 for a link that leads out of the working folder, and what reading throws
 */
export function entriesAt(paths: readonly string[], allocate?: Allocate): readonly FolderContent[] {
  const seen = new Set<string>();
  const entries = (path: string): readonly FolderContent[] => {
    if (seen.has(path)) return [];
    seen.add(path);
    const link = firstLink(path);
    if (link === null) return readEntries(path, allocate).flatMap(follow);
    return [linkAt(link), ...entries(join(linkedPath(link), relative(link, path)))];
  };
  const follow = (entry: FolderContent): readonly FolderContent[] => {
    // Nothing is behind it here either.
    if (entry.kind !== "link" || statKind(entry.path) === "missing") return [entry];
    return [linkAt(entry.path), ...entries(linkedPath(entry.path))];
  };
  return paths.flatMap(entries);
}

/** The shortest beginning of a path that is a link. */
function firstLink(path: string): string | null {
  if (linkedPath(path) === path) return null;
  const before = dirname(path) === "." ? null : firstLink(dirname(path));
  return before ?? path;
}

function linkAt(path: string): FolderContent {
  const target = linkedPath(path);
  refuseOutside(path, target);
  return { kind: "link", path, target: relative(dirname(path), target) };
}

function linkedPath(path: string): string {
  return workingPath(realPath(path));
}
