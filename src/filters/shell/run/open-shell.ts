import { existsSync } from "node:fs";
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { refuseUnknownOption } from "../../../options/refuse-unknown.ts";
import { candidates, type Confine, type Confinement, launch } from "./confinement.ts";
import { guardedGit } from "./guarded-git.ts";
import type { Place } from "./launch.ts";
import { shellEnvironment, systemFolders } from "./shell-environment.ts";
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

/** What a command printed, its standard error behind it. `ended`: by itself, by us for its time or its length, or with the fork. */
export type ShellOutcome = {
  readonly content: string;
  readonly isError: boolean;
  readonly ended: "by-itself" | "too-long" | "too-much" | "aborted";
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
  const { timeoutMs = 30_000, maxBytes = 1_048_576, confine = "auto" } = options;
  const wanted = candidates(confine);
  const cwd = await realpath(options.cwd);
  const guard = await makeGuard(cwd);
  const env = shellEnvironment(process.env, findProgram("git"), guard);
  const place = findPlace(cwd, guard, Math.max(1, Math.ceil(timeoutMs / 1000)));
  const run = (confinement: Confinement, command: string, limits: RunLimits): Promise<ShellOutcome> | null => {
    const start = launch(confinement, place, command);
    return start === null ? null : runConfined({ ...start, ...limits, cwd, env, maxBytes });
  };
  const close = (): Promise<void> => rm(guard, { recursive: true, force: true });
  const confinement = await findConfinement(wanted, (each) => run(each, ":", proof));
  if (confinement === null) {
    await close();
    throw new Error(
      `${confine === "required" ? "a sandbox" : confine} is required, and it does not work here: install bubblewrap (bwrap), or let users make namespaces (unshare of util-linux)`,
    );
  }
  return {
    confinement,
    limitsProcesses: process.getuid?.() !== 0,
    run: async (command, signal) => {
      if (typeof command !== "string") throw new TypeError("the command of a shell is one text: see commandText");
      const outcome = await run(confinement, command, { timeoutMs, signal: signal ?? null });
      if (outcome === null) throw new Error(`${confinement} is gone`);
      return outcome;
    },
    close,
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

/** The first in which a command runs. The limits are sure, since they take nothing but Bash. */
async function findConfinement(
  each: readonly Confinement[],
  attempt: (confinement: Confinement) => Promise<ShellOutcome> | null,
): Promise<Confinement | null> {
  for (const confinement of each) {
    if (confinement === "limits") return confinement;
    const outcome = await attempt(confinement);
    if (outcome?.isError === false) return confinement;
  }
  return null;
}

function findProgram(name: string): string | null {
  return systemFolders.map((folder) => join(folder, name)).find((path) => existsSync(path)) ?? null;
}

type RunLimits = { readonly timeoutMs: number; readonly signal: AbortSignal | null };

/** A busy machine may take long to start a sandbox, which is no reason to do without it. */
const proof: RunLimits = { timeoutMs: 10_000, signal: null };

type Run = RunLimits & {
  readonly program: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly maxBytes: number;
};

function runConfined({ program, args, cwd, env, timeoutMs, maxBytes, signal }: Run): Promise<ShellOutcome> {
  return new Promise((resolve, reject) => {
    // Loaded here, because few forks have a shell.
    const { spawn } = process.getBuiltinModule("node:child_process");
    // A group of its own, so that everything it started ends with it.
    const child = spawn(program, args, {
      cwd,
      env,
      detached: true,
      stdio: ["ignore", "pipe", "pipe"],
    });
    const printed: { out: Buffer[]; error: Buffer[]; bytes: number } = { out: [], error: [], bytes: 0 };
    let ended: ShellOutcome["ended"] = "by-itself";
    const end = (why: ShellOutcome["ended"]): void => {
      if (ended === "by-itself") ended = why;
      if (child.pid !== undefined) killGroup(child.pid);
    };
    const keep = (into: Buffer[]) => (chunk: Buffer) => {
      const room = maxBytes - printed.bytes;
      if (room > 0) into.push(chunk.subarray(0, room));
      printed.bytes += chunk.length;
      if (printed.bytes > maxBytes) end("too-much");
    };
    child.stdout.on("data", keep(printed.out));
    child.stderr.on("data", keep(printed.error));
    const timer = setTimeout(() => end("too-long"), timeoutMs);
    const abort = (): void => end("aborted");
    if (signal?.aborted === true) abort();
    signal?.addEventListener("abort", abort);
    const release = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", abort);
    };
    child.on("error", (fault) => {
      release();
      reject(fault);
    });
    child.on("close", (code) => {
      release();
      const content = Buffer.concat([...printed.out, ...printed.error]).toString("utf8");
      // A part of a pipeline that could not write leaves no trace in the exit code.
      const isCut = /File too large|File size limit exceeded/.test(Buffer.concat(printed.error).toString("utf8"));
      resolve({ content: content + note[ended], isError: code !== 0 || isCut || ended !== "by-itself", ended });
    });
  });
}

const note: Readonly<Record<ShellOutcome["ended"], string>> = {
  "by-itself": "",
  "too-long": "\n(ended: it took too long)",
  "too-much": "\n(ended: it printed too much)",
  aborted: "\n(ended with the fork)",
};

function killGroup(pid: number): void {
  try {
    process.kill(-pid, "SIGKILL");
  } catch (fault) {
    // Gone already.
    if (!(fault instanceof Error && "code" in fault && fault.code === "ESRCH")) throw fault;
  }
}
