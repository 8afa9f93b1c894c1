import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { isRunning, ownProcess, type ProcessIdentity } from "../process-identity.ts";
import { openSpool, reopenSpool, type Spool, type SpooledBytes } from "./spool.ts";

/** A spool whose process was killed. */
export type OrphanedSpool = {
  readonly path: string;
  readonly names: () => readonly string[];
  /** What its process said of it. */
  readonly about: string;
  /** Its content by name; null if its key is missing. */
  readonly open: () => ((name: string) => SpooledBytes) | null;
  readonly remove: () => void;
  /** Leaves a note in it, for a later process. */
  readonly mark: (mark: SpoolMark) => void;
  readonly has: (mark: SpoolMark) => boolean;
};

/** It was offered to the user; its readable parts were read. */
export type SpoolMark = "offered" | "recovered";

type Description = ProcessIdentity & { readonly about: string };

/**
 * Opens a spool that another process of this user can read once this one was killed. `about` says what it is for.
 *
 * @throws HarnessError HX513, HX516
 */
export function openKeptSpool(about: string): Spool {
  const description: Description = { ...ownProcess(), about };
  return openSpool({ prefix: PREFIX, kept: { [DESCRIPTION_FILE]: JSON.stringify(description) } });
}

/** Spools of this user whose process has ended without removing them, by the names of their folders. */
export function orphanedSpools(): readonly OrphanedSpool[] {
  const names = readdirSync(tmpdir()).filter((name) => name.startsWith(PREFIX));
  return names.sort().flatMap((name) => {
    const path = join(tmpdir(), name);
    const described = readDescription(path);
    if (described === null || isRunning(described)) return [];
    const marked = (mark: SpoolMark): string => join(path, `${mark}.mark`);
    const remove = (): void => rmSync(path, { recursive: true, force: true });
    return [
      {
        path,
        names: () => readdirSync(path),
        about: described.about,
        open: () => reopenSpool(path),
        remove,
        mark: (mark) => {
          try {
            writeFileSync(marked(mark), "", { mode: 0o600 });
          } catch {
            // A full disk: the spool is then found again.
          }
        },
        has: (mark) => existsSync(marked(mark)),
      },
    ];
  });
}

const PREFIX = "forkproof-recording-";
const DESCRIPTION_FILE = "session.json";

/** Null for another user's, and for one that was killed before it had written anything. */
function readDescription(spool: string): Description | null {
  try {
    // Written by this program alone, in a folder that only this user may enter.
    return JSON.parse(readFileSync(join(spool, DESCRIPTION_FILE), "utf8"));
  } catch {
    return null;
  }
}
