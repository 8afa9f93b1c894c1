import { fstatSync, readlinkSync, realpathSync } from "node:fs";
import { basename, dirname, resolve } from "node:path";

/**
 * The descriptor of this process that a path such as `/dev/stdout` or `/dev/fd/3` names, if a regular file is open there; otherwise null. Such
 * a file is written through its descriptor. Opened again, the two would write over each other; replaced by a rename, the file would lose
 * all that this process still prints.
 */
export function ownFile(path: string): number | null {
  try {
    const descriptor = descriptorAt(resolve(path));
    return descriptor !== null && fstatSync(descriptor).isFile() ? descriptor : null;
  } catch {
    // A path that cannot be followed is reported by the write.
    return null;
  }
}

function descriptorAt(path: string): number | null {
  for (let [at, links] = [path, 0]; links < MOST_LINKS; links += 1) {
    const folder = realpathSync(dirname(at));
    if (folder === "/dev/fd" || folder === `/proc/${process.pid}/fd`) return Number(basename(at));
    // Fails for what is not a link.
    at = resolve(folder, readlinkSync(at));
  }
  return null;
}

const MOST_LINKS = 40;
