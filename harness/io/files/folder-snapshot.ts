import { createHash } from "node:crypto";
import { cpSync, lstatSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { join } from "node:path";

/** A fingerprint for each path below a folder, with forward slashes. Of a link its target, which is not followed. */
export type FolderSnapshot = ReadonlyMap<string, string>;

/** Looks at everything below a folder but times, which reading changes. Throws where something cannot be read: unread is not unchanged. */
export function snapshotFolder(folder: string): FolderSnapshot {
  const found = new Map<string, string>();
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    found.set(name.replaceAll("\\", "/"), fingerprint(join(folder, name)));
  }
  return found;
}

/** Copies a folder with all that it holds. `to` must not exist. */
export function copyFolder(from: string, to: string): void {
  cpSync(from, to, { recursive: true, verbatimSymlinks: true, errorOnExist: true });
}

function fingerprint(path: string): string {
  const stats = lstatSync(path);
  const rights = (stats.mode & 0o7777).toString(8);
  if (stats.isSymbolicLink()) return `link ${readlinkSync(path)}`;
  if (stats.isDirectory()) return `folder ${rights}`;
  if (!stats.isFile()) return `special ${rights}`;
  return `file ${rights} ${stats.nlink} ${createHash("sha256").update(readFileSync(path)).digest("hex")}`;
}
