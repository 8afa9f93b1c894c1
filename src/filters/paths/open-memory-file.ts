import { sep } from "node:path";
import type { Disk, OpenEntry } from "./disk.ts";
import type { MemoryFolder } from "./memory-folder.ts";
import type { PathRefusal } from "./path-rule.ts";
import { judgeFault, resolveTarget, type Target } from "./resolve-target.ts";

/** An opened file that is sure to lie inside the memory folder. The holder closes it. */
export type MemoryFile = {
  /** With every symlink followed, as it was when the file was opened. */
  readonly path: string;
  /** True where opening it created it. */
  readonly isNew: boolean;
  readonly readText: () => Promise<string>;
  readonly writeText: (text: string) => Promise<void>;
  readonly close: () => Promise<void>;
};

/**
 * Opens the file that a path names, for a dispatcher to read and write without touching the path again: what is swapped between the
 * filter's word and the write changes nothing.
 *
 * Where the system shows its open descriptors as paths (Linux, /proc/self/fd), each folder on the way is opened inside the
 * one before and never through a symlink, as openat(2) with O_NOFOLLOW does: nothing outside is ever opened or created. Elsewhere the
 * file is opened by its path and then looked at again. A swap is found before a byte is written; a new, empty file may
 * be left where the swapped path led.
 */
export async function openMemoryFile(
  folder: MemoryFolder,
  disk: Disk,
  path: unknown,
): Promise<{ readonly file: MemoryFile } | { readonly file: null; readonly refusal: PathRefusal }> {
  const resolved = await resolveTarget(folder, disk, path);
  if (resolved.target === null) return { file: null, refusal: resolved.refusal };
  const { target } = resolved;
  const opened = await openTarget(folder, disk, target).catch((fault: unknown) => judgeFault(target.path, fault));
  if (opened === null) return { file: null, refusal: changed(target) };
  if ("rule" in opened) return { file: null, refusal: opened };
  const { readText, writeText, close } = opened;
  return { file: { path: target.path, isNew: target.entry === null, readText, writeText, close } };
}

/** Closes all that was opened on the way, also where a look at it fails. */
async function openTarget(folder: MemoryFolder, disk: Disk, target: Target): Promise<OpenEntry | null> {
  const opened: OpenEntry[] = [];
  const open: Disk["open"] = async (path, expected) => {
    const entry = await disk.open(path, expected);
    if (entry !== null) opened.push(entry);
    return entry;
  };
  let file: OpenEntry | null = null;
  try {
    file = await openFromRoot(folder, { ...disk, open }, target);
    return file;
  } finally {
    await Promise.allSettled(opened.filter((entry) => entry !== file).map((entry) => entry.close()));
  }
}

async function openFromRoot(folder: MemoryFolder, disk: Disk, target: Target): Promise<OpenEntry | null> {
  const root = await disk.open(folder.path, "folder");
  if (root === null || (await root.look()).identity !== folder.identity) return null;
  return root.fixedPath === null ? openAndLookAgain(folder, disk, target) : openStepwise(disk, root, target);
}

async function openStepwise(disk: Disk, root: OpenEntry, target: Target): Promise<OpenEntry | null> {
  let at = root;
  for (const name of target.folders) {
    const next = await disk.open(`${at.fixedPath}/${name}`, "folder");
    if (next === null) return null;
    at = next;
  }
  const file = await disk.open(`${at.fixedPath}/${target.name}`, target.entry === null ? "new" : "existing");
  return file === null ? null : keepIfSame(file, target);
}

async function openAndLookAgain(folder: MemoryFolder, disk: Disk, target: Target): Promise<OpenEntry | null> {
  const file = await disk.open(target.path, target.entry === null ? "new" : "existing");
  if (file === null) return null;
  const expected = [folder.path, ...target.folders, target.name].join(sep);
  const there = (await disk.resolve(target.path)) === expected ? await disk.look(target.path) : null;
  return there?.identity === (await file.look()).identity ? keepIfSame(file, target) : null;
}

/** Keeps what was opened where it is the plain file that was looked at, under one name only. */
async function keepIfSame(file: OpenEntry, { entry }: Target): Promise<OpenEntry | null> {
  const opened = await file.look();
  const same = entry === null || opened.identity === entry.identity;
  return same && opened.kind === "file" && opened.links === 1 ? file : null;
}

function changed({ path }: Target): PathRefusal {
  return { rule: "path.changed-meanwhile", reason: `${path} was replaced while it was being opened: try again` };
}
