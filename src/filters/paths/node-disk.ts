import { constants, existsSync, realpath as realpathOf, type BigIntStats } from "node:fs";
import { lstat, open, readdir, type FileHandle } from "node:fs/promises";
import { promisify } from "node:util";
import type { Disk, Entry, OpenEntry } from "./disk.ts";

/** The real file system. */
export const nodeDisk: Disk = {
  // The plain realpath of Node collapses `..` in the text first; only the native one walks as the system does.
  resolve: (path) => orNull(realpath(path), ["ENOENT", "ENOTDIR", "ELOOP"]),
  look: async (path) => {
    const stats = await orNull(lstat(path, { bigint: true }), ["ENOENT", "ENOTDIR"]);
    return stats === null ? null : describeEntry(stats);
  },
  list: (folder) => readdir(folder),
  open: async (path, expected) => {
    const handle = await orNull(open(path, openFlags[expected], 0o644), unexpected);
    return handle === null ? null : describeOpen(handle);
  },
};

const realpath = promisify(realpathOf.native);

// O_NOFOLLOW and O_DIRECTORY are 0 where the platform has none (Windows): the caller looks again behind the open.
// O_NONBLOCK, since opening a named pipe would wait for its other end.
const { O_RDONLY, O_RDWR, O_CREAT, O_EXCL } = constants;
const noFollow = constants.O_NOFOLLOW ?? 0;
const noWait = constants.O_NONBLOCK ?? 0;
const openFlags = {
  folder: O_RDONLY | (constants.O_DIRECTORY ?? 0) | noFollow,
  existing: O_RDWR | noFollow | noWait,
  new: O_RDWR | O_CREAT | O_EXCL | noFollow,
} as const;

const unexpected = ["ENOENT", "ENOTDIR", "ELOOP", "EMLINK", "EEXIST", "EISDIR", "ENXIO", "EFTYPE"];

const ownDescriptors = "/proc/self/fd";

function describeOpen(handle: FileHandle): OpenEntry {
  return {
    look: async () => describeEntry(await handle.stat({ bigint: true })),
    fixedPath: existsSync(ownDescriptors) ? `${ownDescriptors}/${handle.fd}` : null,
    readText: async () => {
      const { size } = await handle.stat();
      const bytes = Buffer.alloc(size);
      const { bytesRead } = await handle.read(bytes, 0, size, 0);
      return bytes.toString("utf8", 0, bytesRead);
    },
    writeText: async (text) => {
      const bytes = Buffer.from(text);
      await handle.truncate(0);
      for (let at = 0; at < bytes.length;) at += (await handle.write(bytes, at, bytes.length - at, at)).bytesWritten;
    },
    close: () => handle.close(),
  };
}

function describeEntry(stats: BigIntStats): Entry {
  return {
    kind: kindOf(stats),
    identity: `${stats.dev}:${stats.ino}`,
    device: String(stats.dev),
    links: Number(stats.nlink),
  };
}

function kindOf(stats: BigIntStats): Entry["kind"] {
  if (stats.isSymbolicLink()) return "symlink";
  if (stats.isDirectory()) return "folder";
  return stats.isFile() ? "file" : "special";
}

async function orNull<T>(work: Promise<T>, codes: readonly string[]): Promise<T | null> {
  try {
    return await work;
  } catch (fault) {
    if (fault instanceof Error && "code" in fault && codes.includes(String(fault.code))) return null;
    throw fault;
  }
}
