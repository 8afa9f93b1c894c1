import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { lstat, readdir, readlink } from "node:fs/promises";
import { join } from "node:path";
import type { Snapshot } from "./snapshot.ts";

/**
 * Looks at everything below a folder. A fingerprint holds kind, rights and content: of a file its digest, of a symlink its target, which is
 * not followed. Times are left out, since reading changes them. Rejects where something cannot be read: unread is not unchanged.
 */
export async function takeSnapshot(folder: string): Promise<Snapshot> {
  const found = new Map<string, string>();
  const look = async (path: string): Promise<void> => {
    const at = join(folder, path);
    const stats = await lstat(at);
    const rights = (stats.mode & 0o7777).toString(8);
    if (stats.isSymbolicLink()) found.set(path, `symlink ${await readlink(at)}`);
    else if (stats.isDirectory()) {
      found.set(path, `folder ${rights}`);
      for (const name of await readdir(at)) await look(path === "." ? name : `${path}/${name}`);
    } else if (stats.isFile()) found.set(path, `file ${rights} ${stats.nlink} ${await digestOf(at)}`);
    else found.set(path, `special ${rights} ${stats.rdev}`);
  };
  await look(".");
  return found;
}

async function digestOf(path: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(path)) hash.update(chunk);
  return hash.digest("hex");
}
