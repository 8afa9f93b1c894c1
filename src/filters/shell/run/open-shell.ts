import { existsSync } from "node:fs";
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { refuseUnknownOption, refuseUnknownValue } from "../../../options/refuse-unknown.ts";
import { candidates, type Confine, confines, type Confinement, launch } from "./confinement.ts";
import { guardedGit } from "./guarded-git.ts";
import type { Place } from "./launch.ts";
import { shellEnvironment, systemFolders } from "./shell-environment.ts";
import { type RunLimits, type ShellOutcome, type StartedShell, startShell } from "./started-shell.ts";
import { sandboxTable } from "./unshare-sandbox.ts";

export type ShellOptions = {
  /** The folder that each command starts in. */
  readonly cwd: string;
  /** Longest that a command may take; 30 seconds where it is left out. */
  readonly timeoutMs?: number;
  /** Most bytes that are kept of what it prints; the command is ended there. 1 MiB where it is left out. */
  readonly maxBytes?: number;
  /**
   * `auto` where it is left out: a sandbox of bubblewrap, else of `unshare`, else limits. `required` rejects without a sandbox, and the
   * name of a sandbox without that one.
   */
  readonly confine?: Confine;
};

/** Runs commands that a filter has allowed, in an environment in which they do only read. */
export type ReadOnlyShell = {
  /** What holds its commands. */
  readonly confinement: Confinement;
  /** Whether the limit on processes holds; it does not bind root. */
  readonly limitsProcesses: boolean;
  /** Rejects with a TypeError where the command is no text: a list of words would be joined to a text that nobody judged. */
  readonly run: (command: string, signal?: AbortSignal) => Promise<ShellOutcome>;
  readonly close: () => Promise<void>;
};

/**
 * A Bash without start files, without standard input, with a clean environment and a guarded git, for dispatchers. It asks no filter:
 * whoever calls `run` has. Needs bash in a folder of the system. Rejects with TypeError for an unknown option, and with Error where a
 * sandbox is required and does not work.
 */
export async function openShell(options: ShellOptions): Promise<ReadOnlyShell> {
  refuseUnknownOption("openShell", options, ["cwd", "timeoutMs", "maxBytes", "confine"]);
  refuseUnknownValue("openShell", "confine", options.confine, confines);
  const { timeoutMs = 30_000, maxBytes = 1_048_576, confine = "auto" } = options;
  const wanted = candidates(confine);
  const cwd = await realpath(options.cwd);
  const guard = await makeGuard(cwd);
  const env = shellEnvironment(process.env, findProgram("git"), guard);
  const place = findPlace(cwd, guard, Math.max(1, Math.ceil(timeoutMs / 1000)));
  const removeGuard = (): Promise<void> => rm(guard, { recursive: true, force: true });
  const found = await findConfinement(wanted, (confinement) => {
    const start = launch(confinement, place);
    return start === null ? null : () => startShell({ ...start, cwd, env, maxBytes });
  });
  if (found === null) {
    await removeGuard();
    throw new Error(
      `${confine === "required" ? "a sandbox" : confine} is required, and it does not work here: install bubblewrap (bwrap), or let users make namespaces (unshare of util-linux)`,
    );
  }
  const { confinement, start } = found;
  let next = start();
  return {
    confinement,
    limitsProcesses: process.getuid?.() !== 0,
    run: (command, signal) => {
      if (typeof command !== "string")
        return Promise.reject(new TypeError("the command of a shell is one text: see commandText"));
      const ready = next.isReady() ? next : start();
      const outcome = ready.run(command, { timeoutMs, signal: signal ?? null });
      // The next command finds a sandbox that stands already.
      next = start();
      return outcome;
    },
    close: () => {
      next.stop();
      return removeGuard();
    },
  };
}

/** A folder with the guarded git, and with what `unshare` mounts. */
async function makeGuard(cwd: string): Promise<string> {
  const guard = await realpath(await mkdtemp(join(tmpdir(), "guarded-git-")));
  await writeFile(join(guard, "git"), guardedGit, { mode: 0o755 });
  const { fstab, folders, files, links } = sandboxTable(cwd, guard);
  for (const folder of folders) await mkdir(folder, { recursive: true });
  for (const file of files) await writeFile(file, "");
  for (const [path, target] of links) await symlink(target, path);
  await writeFile(join(guard, "fstab"), fstab);
  return guard;
}

function findPlace(cwd: string, guard: string, seconds: number): Place {
  const [unshare, mount, setpriv] = ["unshare", "mount", "setpriv"].map(findProgram);
  const hasUnshare = typeof unshare === "string" && typeof mount === "string" && typeof setpriv === "string";
  return {
    bash: findProgram("bash") ?? "/bin/bash",
    bwrap: findProgram("bwrap"),
    unshare: hasUnshare ? { unshare, mount, setpriv } : null,
    cwd,
    guard,
    seconds,
  };
}

type Found = { readonly confinement: Confinement; readonly start: () => StartedShell };

/** The first in which a command runs. The limits are sure, since they take nothing but Bash. */
async function findConfinement(
  each: readonly Confinement[],
  starter: (confinement: Confinement) => (() => StartedShell) | null,
): Promise<Found | null> {
  for (const confinement of each) {
    const start = starter(confinement);
    if (start === null) continue;
    if (confinement === "limits") return { confinement, start };
    const { isError } = await start().run(":", proof);
    if (!isError) return { confinement, start };
  }
  return null;
}

/** A busy machine may take long to start a sandbox, which is no reason to do without it. */
const proof: RunLimits = { timeoutMs: 10_000, signal: null };

function findProgram(name: string): string | null {
  return systemFolders.map((folder) => join(folder, name)).find((path) => existsSync(path)) ?? null;
}
