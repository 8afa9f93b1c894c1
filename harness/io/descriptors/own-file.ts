import { fstatSync, readlinkSync, realpathSync, type Stats } from "node:fs";
import { basename, dirname, resolve } from "node:path";

/**
 * The descriptor of this process that a path such as `/dev/stdout` or `/dev/fd/3` names, if a regular file or a socket is open there;
 * otherwise null. Both are written through their descriptor. A file that is opened again would be written over; replaced by a rename, it
 * would lose all that this process still prints. A socket cannot be opened by its path at all.
 */
export function ownFile(path: string): number | null {
  try {
    const descriptor = descriptorAt(resolve(path));
    return descriptor !== null && isWrittenHere(fstatSync(descriptor)) ? descriptor : null;
  } catch {
    // A path that cannot be followed is reported by the write.
    return null;
  }
}

function isWrittenHere(stat: Stats): boolean {
  return stat.isFile() || stat.isSocket();
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
