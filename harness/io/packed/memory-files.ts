import { dirname, resolve } from "node:path";
import type { FolderContent } from "./folder-content.ts";

/** By absolute path. */
const held = new Map<string, FolderContent>();

/**
 * Has `disk.ts` read these files and folders from memory until the result is disposed of, as if the working folder had them. Whatever
 * opens files in another way does not see them.
 */
export function holdInMemory(entries: readonly FolderContent[]): Disposable {
  const paths = entries.map(({ path }) => resolve(path));
  for (const [index, entry] of entries.entries()) held.set(paths[index] ?? "", entry);
  return { [Symbol.dispose]: () => paths.forEach((path) => held.delete(path)) };
}

/** What is held at a path; null if the disk has to say. */
export function heldAt(path: string): FolderContent | null {
  return held.size === 0 ? null : (held.get(resolve(path)) ?? null);
}

/** What a folder that is held has in it. */
export function heldIn(folder: string): readonly FolderContent[] {
  const path = resolve(folder);
  return [...held].flatMap(([each, entry]) => (dirname(each) === path && each !== path ? [entry] : []));
}
