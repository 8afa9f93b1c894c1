import { sep } from "node:path";
import type { Disk } from "./disk.ts";

/** The one folder that may be written, as it was when the filter was made. */
export type MemoryFolder = {
  /** As it was named. */
  readonly given: string;
  /** With every symlink followed. */
  readonly path: string;
  /** Device and inode. */
  readonly identity: string;
  readonly device: string;
  readonly protectedNames: readonly string[];
  /** Patterns of paths below it that may be written though their names are refused elsewhere. */
  readonly writable: readonly string[];
};

/** A memory folder that cannot serve as one. `fix` says what to do. */
export class MemoryFolderError extends Error {
  readonly fix: string;

  constructor(what: string, fix: string) {
    super(what);
    this.name = "MemoryFolderError";
    this.fix = fix;
  }
}

/** @throws MemoryFolderError where the path is relative, missing, no folder, or the root of a file system. */
export async function findMemoryFolder(
  given: string,
  disk: Disk,
  names: readonly string[],
  writable: readonly string[],
): Promise<MemoryFolder> {
  if (!isAbsolutePath(given))
    throw new MemoryFolderError(`${given} is not an absolute path`, "Name the memory folder from the root.");
  const path = await disk.resolve(given);
  const entry = path === null ? null : await disk.look(path);
  if (path === null || entry === null)
    throw new MemoryFolderError(`${given} does not exist`, "Create the memory folder first.");
  if (entry.kind !== "folder")
    throw new MemoryFolderError(`${given} is not a folder`, "Name the folder that holds the notes.");
  if (!/[/\\]./.test(path.replace(/^[A-Za-z]:/, ""))) {
    throw new MemoryFolderError(`${given} is the root of a file system`, "Name a folder of its own for the notes.");
  }
  if (
    /^\/(?:dev|proc|sys|run|boot|bin|sbin|lib|lib64|usr|etc)(?:\/|$)|^\/(?:root|home|var|opt|srv|Users|home\/[^/]+|Users\/[^/]+)$/.test(
      path,
    )
  ) {
    throw new MemoryFolderError(
      `${given} is a folder of the system or a home`,
      "Name a folder of its own for the notes.",
    );
  }
  return { given, path, identity: entry.identity, device: entry.device, protectedNames: names, writable };
}

/** Whether a path starts at the root, or on Windows at a drive. */
export function isAbsolutePath(path: string): boolean {
  return sep === "/" ? path.startsWith("/") : /^[A-Za-z]:[/\\]/.test(path);
}
