import { randomBytes } from "node:crypto";
import {
  constants,
  copyFileSync,
  linkSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";

import { isRunning, ownProcess, type ProcessIdentity } from "../process-identity.ts";

/** A lock that this process holds until it is disposed of or the process ends; after SIGKILL the next taker finds it stale. */
export type HeldLock = Disposable & { readonly kind: "held" };

/** A lock of another process that runs. */
export type ForeignLock = { readonly kind: "foreign"; readonly pid: number };

type Owner = ProcessIdentity & { readonly id: string };

/** A lock file with other content has no owner. */
const nobody: Owner = { pid: 0, startedAt: null, id: "unreadable" };

/**
 * Takes the lock that the file at `path` stands for. A link appears with its content or not at all, so that no reader sees a lock
 * without an owner.
 * A dead owner's lock is taken over under a claim: a second link, named after the dead owner's id, which only one process can
 * make. The process that made it, and finds the lock unchanged after that, may replace the lock. Removing the stale file instead
 * could remove a lock that another process took a moment before.
 *
 * @throws the errors of the disk
 */
export function takeLock(path: string): HeldLock | ForeignLock {
  const own: Owner = { ...ownProcess(), id: randomBytes(6).toString("hex") };
  const draft = `${path}.${own.id}`;
  try {
    writeFileSync(draft, `${JSON.stringify(own)}\n`, { flag: "wx" });
    for (;;) {
      const owners = ownersOf(path);
      const last = owners.at(-1);
      if (last === undefined) {
        if (linkUnlessThere(draft, path)) return held(path, own);
      } else if (isRunning(last)) {
        return { kind: "foreign", pid: last.pid };
      } else if (takeOver(path, draft, owners, own)) {
        return held(path, own);
      }
    }
  } finally {
    rmSync(draft, { force: true });
  }
}

/** The one in the lock, and each that has claimed it from the one before: all but the last are dead. */
function ownersOf(path: string): readonly Owner[] {
  const owners: Owner[] = [];
  for (let owner = readOwner(path); owner !== null; owner = readOwner(claimOn(path, owner))) owners.push(owner);
  return owners;
}

/** False where somebody else was first. */
function takeOver(path: string, draft: string, dead: readonly Owner[], own: Owner): boolean {
  const claims = dead.map((owner) => claimOn(path, owner));
  const claim = claims.at(-1);
  if (claim === undefined || !linkUnlessThere(draft, claim)) return false;
  if (ownersOf(path).at(-1)?.id !== own.id) {
    rmSync(claim, { force: true });
    return false;
  }
  renameSync(draft, path);
  for (const each of claims) rmSync(each, { force: true });
  return true;
}

function held(path: string, own: Owner): HeldLock {
  const release = (): void => {
    try {
      if (readOwner(path)?.id === own.id) rmSync(path, { force: true });
    } catch {
      // Its folder is gone or closed to us. If the lock is still there, the next taker finds it stale.
    }
  };
  process.once("exit", release);
  removeLeftovers(path);
  return {
    kind: "held",
    [Symbol.dispose]: () => {
      process.off("exit", release);
      release();
    },
  };
}

/** Temporary files of killed takers. A file that cannot be read may be a draft that is being written. */
function removeLeftovers(path: string): void {
  const folder = dirname(path);
  for (const name of readdirSync(folder)) {
    if (!name.startsWith(`${basename(path)}.`)) continue;
    const owner = readOwner(join(folder, name));
    if (owner !== null && owner !== nobody && !isRunning(owner)) rmSync(join(folder, name), { force: true });
  }
}

function claimOn(path: string, { id }: Owner): string {
  return `${path}.${id}.next`;
}

/** Null where no file is. */
function readOwner(path: string): Owner | null {
  try {
    return parseOwner(readFileSync(path, "utf8"));
  } catch (fault) {
    if (errnoOf(fault) === "ENOENT") return null;
    throw fault;
  }
}

function parseOwner(text: string): Owner {
  const [, pid, startedAt, id] =
    /^\{"pid":([1-9]\d{0,9}),"startedAt":(?:"(\d+)"|null),"id":"([0-9a-f]{12})"\}\n$/.exec(text) ?? [];
  if (pid === undefined || id === undefined) return nobody;
  return { pid: Number(pid), startedAt: startedAt ?? null, id };
}

function linkUnlessThere(from: string, to: string): boolean {
  try {
    link(from, to);
    return true;
  } catch (fault) {
    if (errnoOf(fault) === "EEXIST") return false;
    throw fault;
  }
}

/** Some file systems have no links; there a reader may see a lock for an instant before it has its content. */
function link(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch (fault) {
    if (!["EPERM", "ENOSYS", "ENOTSUP", "EOPNOTSUPP"].includes(errnoOf(fault))) throw fault;
    copyFileSync(from, to, constants.COPYFILE_EXCL);
  }
}

function errnoOf(fault: unknown): string {
  return fault instanceof Error && "code" in fault ? String(fault.code) : "";
}
