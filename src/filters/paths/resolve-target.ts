import { posix, sep, win32 } from "node:path";
import type { Disk, Entry } from "./disk.ts";
import { isAbsolutePath, type MemoryFolder } from "./memory-folder.ts";
import type { PathRefusal, PathRule } from "./path-rule.ts";
import { findTwin, judgeNames } from "./memory-names.ts";
import { findProtected } from "./protected-names.ts";

/** A file inside the memory folder that may be written: no symlink is left in any part of its path. */
export type Target = {
  readonly path: string;
  /** Folders between the memory folder and the file, outermost first. */
  readonly folders: readonly string[];
  readonly name: string;
  /** What stands there; null where the file would be new. */
  readonly entry: Entry | null;
};

const { basename, dirname, join, normalize, relative } = sep === "/" ? posix : win32;

/**
 * Says which file inside the memory folder a path names, or why it names none. Looks at the file system afresh each time, the memory
 * folder included. Never compares path texts where it can compare what they lead to.
 */
export async function resolveTarget(
  folder: MemoryFolder,
  disk: Disk,
  path: unknown,
): Promise<{ readonly target: Target } | { readonly target: null; readonly refusal: PathRefusal }> {
  if (typeof path !== "string") return { target: null, refusal: refuse("path.missing", "the path must be a text") };
  const found = await find(folder, disk, path).catch((fault: unknown) => judgeFault(path, fault));
  return "rule" in found ? { target: null, refusal: found } : { target: found };
}

/** Whatever the file system fails with between two looks is a refusal: another program may be at work in the folder. */
export function judgeFault(path: string, fault: unknown): PathRefusal {
  const code = fault instanceof Error && "code" in fault ? String(fault.code) : "";
  if (code === "ENOENT" || code === "ENOTDIR") return refuse("path.missing-parent", `the folder of ${path} is gone`);
  const what = fault instanceof Error ? fault.message : String(fault);
  return refuse("path.changed-meanwhile", `${path} could not be looked at or opened (${what}): try again`);
}

async function find(folder: MemoryFolder, disk: Disk, path: string): Promise<Target | PathRefusal> {
  const misspelled = judgeText(path);
  if (misspelled !== null) return misspelled;
  const [there, parent, collapsed] = await eachOnce(disk.resolve, [
    folder.given,
    dirname(path),
    dirname(normalize(path)),
  ]);
  const place = placeIn(folder, path, parent ?? null, collapsed ?? null);
  const looked = "rule" in place ? [folder.path] : [folder.path, place.parent, place.path];
  const [folderEntry, parentEntry, entry] = await eachOnce(disk.look, looked);
  if (there !== folder.path || folderEntry?.identity !== folder.identity)
    return refuse("path.folder-replaced", `${folder.given} is no longer the folder that the filter was made for`);
  if ("rule" in place) return place;
  if (parentEntry?.kind !== "folder") return refuse("path.missing-parent", `the folder of ${path} is no folder`);
  if (parentEntry.device !== folder.device)
    return refuse("path.other-device", `${place.parent} is another file system, mounted there`);
  const { path: target, folders, name } = place;
  const odd =
    judgeEntry(entry ?? null, path) ??
    judgeNames([...folders, name], folder.writable) ??
    (await judgeTwin(disk, place, entry ?? null));
  return odd ?? { path: target, folders, name, entry: entry ?? null };
}

/** A new name that some file system holds equal to an existing one would replace that file, or hide it from a reader. */
async function judgeTwin(disk: Disk, { parent, name }: Place, entry: Entry | null): Promise<PathRefusal | null> {
  const twin = entry === null ? findTwin(name, await disk.list(parent)) : null;
  if (twin === null) return null;
  return refuse("path.twin", `${name} differs from ${twin} only by case or Unicode form: write to ${twin}`);
}

/** Asked at once, and the same question once: each is a wait for another thread, which takes longer than its work. */
function eachOnce<T>(ask: (path: string) => Promise<T>, paths: readonly string[]): Promise<readonly (T | undefined)[]> {
  const asked = new Map([...new Set(paths)].map((path) => [path, ask(path)]));
  return Promise.all(paths.map(async (path) => asked.get(path)));
}

type Place = Pick<Target, "path" | "folders" | "name"> & { readonly parent: string };

/**
 * Where in the memory folder the file would be, by what its folder's path resolves to: `parent` as the system itself walks, `collapsed` as a
 * program does that collapses `..` first. The two must come to the same place.
 */
function placeIn(
  folder: MemoryFolder,
  path: string,
  parent: string | null,
  collapsed: string | null,
): Place | PathRefusal {
  if (parent === null) return refuse("path.missing-parent", `the folder of ${path} does not exist`);
  if (collapsed !== parent)
    return refuse("path.ambiguous", `${path} leads to different places, depending on who resolves its ..`);
  const name = basename(path);
  const target = join(parent, name);
  if (target === folder.path)
    return refuse("path.folder", `${path} is the memory folder itself: name a file inside it`);
  const within = relative(folder.path, parent);
  if (within === ".." || within.startsWith(`..${sep}`) || isAbsolutePath(within)) {
    return refuse("path.outside", `${path} lies outside the memory folder ${folder.path}`);
  }
  const folders = within === "" ? [] : within.split(sep);
  const guarded = [...folders, name].find((part) => findProtected(part, folder.protectedNames) !== null);
  if (guarded !== undefined) return refuse("path.protected", `${guarded} is a protected name`);
  return { parent, path: target, folders, name };
}

function judgeText(path: string): PathRefusal | null {
  if (path === "") return refuse("path.missing", "the path is empty");
  if (/\p{Cc}/u.test(path) || !path.isWellFormed())
    return refuse("path.characters", "the path holds control characters");
  if (sep === "/" && path.includes("\\")) {
    return refuse("path.characters", "the path holds a backslash, which other systems take for a separator");
  }
  if (path.startsWith("~")) return refuse("path.relative", "~ is not expanded: give the path from the root");
  if (!isAbsolutePath(path)) return refuse("path.relative", "the path is relative: give it from the root");
  if (Buffer.byteLength(path) > 4096 || path.split(/[/\\]/).some((part) => Buffer.byteLength(part) > 255)) {
    return refuse("path.too-long", "the path or a part of it is too long");
  }
  const last = path.split(/[/\\]/).at(-1);
  if (last === "" || last === "." || last === "..") return refuse("path.folder", `${path} names a folder: name a file`);
  return sep === "\\" ? judgeWindowsName(path) : null;
}

/** Names that Windows gives a meaning of their own (Naming Files, Paths, and Namespaces). */
function judgeWindowsName(path: string): PathRefusal | null {
  const parts = path.slice(2).split(/[/\\]/);
  const odd = parts.find(
    (part) => /[:<>"|?*]|[. ]$|^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i.test(part) && part !== "..",
  );
  return odd === undefined ? null : refuse("path.characters", `${odd} is no plain name on Windows`);
}

function judgeEntry(entry: Entry | null, path: string): PathRefusal | null {
  switch (entry?.kind) {
    case undefined:
      return null;
    case "symlink":
      return refuse("path.symlink", `${path} is a symbolic link: name the file itself`);
    case "folder":
      return refuse("path.folder", `${path} is a folder: name a file`);
    case "special":
      return refuse("path.special-file", `${path} is a device, a pipe or a socket`);
    case "file":
      return entry.links > 1 ? refuse("path.hard-link", `${path} has another name, which may lie outside`) : null;
  }
}

function refuse(rule: PathRule, reason: string): PathRefusal {
  return { rule, reason };
}
