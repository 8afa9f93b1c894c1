import { globSync, statSync } from "node:fs";
import { join } from "node:path";

/** A recording and what it is called in a report. */
export type RecordingFile = { readonly path: string; readonly name: string };

/** The recordings at a path: itself, or every JSON Lines file in a folder, however deep, in the order of their names; null where nothing is. */
export function findRecordings(path: string): readonly RecordingFile[] | null {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) return null;
  if (!found.isDirectory()) return [{ path, name: path }];
  const names = globSync("**/*.jsonl", { cwd: path }).map((name) => name.replaceAll("\\", "/"));
  return names.toSorted().map((name) => ({ path: join(path, name), name }));
}
