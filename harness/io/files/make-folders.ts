import { mkdirSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";

/**
 * Makes a folder and those above it that are missing; answers which it made, outermost first. Node's own recursive form never ends
 * where a file system denies that what was just asked for exists, as /proc does.
 *
 * @throws what `mkdir` throws
 */
export function makeFolders(path: string): readonly string[] {
  const missing: string[] = [];
  for (let at = resolve(path); missing.length === 0 ? !isFolder(at) : kindAt(at) === null; at = dirname(at)) {
    missing.unshift(at);
  }
  return missing.filter((each) => makeUnlessThere(each));
}

/** Somebody else may make it at the same time. */
function makeUnlessThere(path: string): boolean {
  try {
    mkdirSync(path);
    return true;
  } catch (fault) {
    if (isFolder(path)) return false;
    throw fault;
  }
}

const isFolder = (path: string): boolean => kindAt(path) === "folder";

/** Null where nothing is; links are followed. */
function kindAt(path: string): "folder" | "other" | null {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return null;
  return stats.isDirectory() ? "folder" : "other";
}
