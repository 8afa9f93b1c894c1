import { join, resolve, sep } from "node:path";

import { cassetteFileName } from "../cassette/format/cassette-document.ts";
import { listFolder, statKind } from "../io/files/disk.ts";
import { openFile, readSpanOf } from "../io/files/read-at.ts";
import { holdsRawBodies } from "../import/formats/raw-bodies.ts";
import { HarnessError } from "../kernel/faults/harness-error.ts";

/** One thing to read: a file, a folder that is one recording, or standard input (`-`). A `packed` file of a folder cannot be unpacked. */
export type FoundSource = {
  readonly path: string;
  /** A short name that no other source has: it distinguishes ids that repeat. */
  readonly label: string;
  readonly kind: "file" | "packed" | "cassette" | "raw-bodies" | "stdin";
  /** True if the user named it; false for a file of a folder, which may be something else. */
  readonly isNamed: boolean;
};

type Found = Omit<FoundSource, "label">;

/**
 * The sources that the paths of a command line name. A folder that is not itself a recording is searched, with all folders in it, for files
 * that may be one by their name or their first bytes. Each file counts once. Rotated logs come in the order in which they were written.
 *
 * @throws HarnessError HX201 if a path is missing, is a pipe, or is a folder without such files; HX513, HX515
 */
export function findSources(paths: readonly string[]): readonly FoundSource[] {
  const found = new Map<string, Found>();
  for (const path of paths)
    for (const each of path === "-" ? [{ path, kind: "stdin", isNamed: true } as const] : foundAt(path)) {
      const key = each.kind === "stdin" ? "-" : resolve(each.path);
      if (!found.has(key)) found.set(key, each);
    }
  return labelled(inWrittenOrder([...found.values()]));
}

function foundAt(path: string): readonly Found[] {
  const kind = statKind(path);
  if (kind === "file") return [{ path, kind, isNamed: true }];
  if (kind === "missing") throw notASource(path, "no such file or folder", "check the spelling of the path");
  if (kind === "other")
    throw notASource(path, "it is a pipe or device, which cannot be read twice", "pipe it in and write - for it");
  const found = [...foundIn(path)].map((each) => ({ ...each, isNamed: each.path === path }));
  if (found.length > 0) return found;
  const names = listFolder(path).map(({ name }) => name);
  const holds =
    names.length === 0
      ? "it is empty"
      : `it holds ${names.slice(0, 5).join(", ")}${names.length > 5 ? ` and ${names.length - 5} more` : ""}`;
  throw notASource(path, `a folder without recordings: ${holds}`, `name a folder with ${NAMES}, or with cassettes`);
}

function* foundIn(folder: string): Generator<Omit<Found, "isNamed">> {
  const entries = listFolder(folder);
  if (entries.some(({ name }) => name === cassetteFileName)) return yield { path: folder, kind: "cassette" };
  if (holdsRawBodies(folder)) return yield { path: folder, kind: "raw-bodies" };
  for (const { name, kind } of entries) {
    if (name.startsWith(".") || name === "node_modules") continue;
    const path = join(folder, name);
    // A link to a folder may lead back here.
    if (kind === "folder") yield* foundIn(path);
    else if (statKind(path) !== "file") continue;
    else if (LOG.test(name)) yield { path, kind: "file" };
    else if (PACKED.test(name)) yield { path, kind: "packed" };
    else if (beginsLikeRecording(path)) yield { path, kind: "file" };
  }
}

/** Whether a file with the name of no log begins with an object, or with a list of them. */
function beginsLikeRecording(path: string): boolean {
  try {
    using file = openFile(path);
    return /^\uFEFF?\s*(?:\{\s*"|\[\s*\{)/.test(readSpanOf(file, 0, Math.min(file.size, HEAD)).toString());
  } catch (fault) {
    if (fault instanceof HarnessError) return false;
    throw fault;
  }
}

const HEAD = 64;

/** Whether a file that cannot be unpacked has the name of a log, such as `agent.jsonl.bz2`. */
export function isPackedLog(path: string): boolean {
  return LOG.test(path.replace(PACKED, ""));
}

/** `agent.log.2`, `agent.log.1`, `agent.log`: a log without a number is the newest, and dates ascend by their names. */
function inWrittenOrder(found: readonly Found[]): readonly Found[] {
  const logs = Map.groupBy(found, ({ path }) => LOG.exec(path)?.[1] ?? path);
  return [...logs.values()].flatMap((files) =>
    files.toSorted(({ path: one }, { path: other }) => placeOf(one) - placeOf(other)),
  );
}

function placeOf(path: string): number {
  const rotation = LOG.exec(path)?.[2];
  if (rotation === undefined) return 1;
  return /^\D\d{1,3}$/.test(rotation) ? -Number(rotation.slice(1)) : 0;
}

const NAMES = ".jsonl, .ndjson, .json, .har, .yaml or .log files (also .gz and .zst)";
/** A file's name without the number or date of its rotation, and that. */
const LOG = /^(.*\.(?:jsonl|ndjson|json|har|ya?ml|log))((?:[.-]\d+)+)?(?:\.(?:gz|zst))?$/is;

/** What no log of a name that is read ends with. */
const PACKED = /(?:\.tar)?\.(?:gz|zst|bz2|xz|lzma|lz4|br|7z|zip|rar|tgz)$/i;

/** Paths without the folders that all of them are in. */
function labelled(found: readonly Found[]): readonly FoundSource[] {
  const parts = found.map(({ path }) => path.split(sep === "\\" ? /[\\/]/ : "/").filter((part) => part !== ""));
  const [first = []] = parts;
  let shared = 0;
  while (parts.every((each) => each.length > shared + 1 && each[shared] === first[shared])) shared += 1;
  return found.map((each, at) => ({ ...each, label: parts[at]?.slice(shared).join("/") ?? each.path }));
}

export function notASource(path: string, what: string, fix: string): HarnessError {
  return new HarnessError({ code: "HX201", what: `not a recording: ${what}`, where: path, fix, exit: 2 });
}
