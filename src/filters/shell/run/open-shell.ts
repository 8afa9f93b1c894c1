import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { refuseUnknownOption } from "../../../options/refuse-unknown.ts";
import { guardedGit } from "./guarded-git.ts";
import { shellEnvironment, systemFolders } from "./shell-environment.ts";

export type ShellOptions = {
  /** The folder that each command starts in. */
  readonly cwd: string;
  /** Longest that a command may take; 30 seconds where it is left out. */
  readonly timeoutMs?: number;
  /** Most bytes that are kept of what it prints; the command is ended there. 1 MiB where it is left out. */
  readonly maxBytes?: number;
};

/** What a command printed, its standard error behind it. `ended`: by itself, by us for its time or its length, or with the fork. */
export type ShellOutcome = {
  readonly content: string;
  readonly isError: boolean;
  readonly ended: "by-itself" | "too-long" | "too-much" | "aborted";
};

/** Runs commands that a filter has allowed, in an environment in which they do only read. */
export type ReadOnlyShell = {
  /** Rejects with a TypeError where the command is no text: a list of words would be joined to a text that nobody judged. */
  readonly run: (command: string, signal?: AbortSignal) => Promise<ShellOutcome>;
  readonly close: () => Promise<void>;
};

/**
 * A Bash without start files, without standard input, with a clean environment and a guarded git, for dispatchers. It asks no filter:
 * whoever calls `run` has. Needs bash in a folder of the system. Rejects with TypeError for an unknown option.
 */
export async function openShell(options: ShellOptions): Promise<ReadOnlyShell> {
  refuseUnknownOption("openShell", options, ["cwd", "timeoutMs", "maxBytes"]);
  const { cwd, timeoutMs = 30_000, maxBytes = 1_048_576 } = options;
  const guard = await mkdtemp(join(tmpdir(), "guarded-git-"));
  await writeFile(join(guard, "git"), guardedGit, { mode: 0o755 });
  const env = shellEnvironment(process.env, findProgram("git"), guard);
  const bash = findProgram("bash") ?? "/bin/bash";
  return {
    run: async (command, signal) => {
      if (typeof command !== "string") throw new TypeError("the command of a shell is one text: see commandText");
      return runBash({ bash, command, cwd, env, timeoutMs, maxBytes, signal: signal ?? null });
    },
    close: () => rm(guard, { recursive: true, force: true }),
  };
}

function findProgram(name: string): string | null {
  return systemFolders.map((folder) => join(folder, name)).find((path) => existsSync(path)) ?? null;
}

type Run = {
  readonly bash: string;
  readonly command: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly maxBytes: number;
  readonly signal: AbortSignal | null;
};

function runBash({ bash, command, cwd, env, timeoutMs, maxBytes, signal }: Run): Promise<ShellOutcome> {
  return new Promise((resolve, reject) => {
    // Loaded here, because few forks have a shell.
    const { spawn } = process.getBuiltinModule("node:child_process");
    // A group of its own, so that everything it started ends with it.
    const child = spawn(bash, ["--noprofile", "--norc", "-c", command], {
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
      resolve({ content: content + note[ended], isError: code !== 0 || ended !== "by-itself", ended });
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
