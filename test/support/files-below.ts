import { readdirSync } from "node:fs";
import { join, relative } from "node:path";

/** Paths of all files in a folder and below it, from there on. */
export function filesBelow(folder: string): readonly string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries.flatMap((entry) => (entry.isFile() ? [relative(folder, join(entry.parentPath, entry.name))] : []));
}
