import { statSync } from "node:fs";
import type { Launch } from "./launch.ts";

/** What a command printed, its standard error behind it. `ended`: by itself, by us for its time or its length, or with the fork. */
export type ShellOutcome = {
  readonly content: string;
  readonly isError: boolean;
  readonly ended: "by-itself" | "too-long" | "too-much" | "aborted";
};

/** A confined Bash that reads its command when there is one, so that no command waits for its sandbox. */
export type StartedShell = {
  /** False where it ended, or where another folder has taken the place of the one that it is in. */
  readonly isReady: () => boolean;
  /** Once. */
  readonly run: (command: string, limits: RunLimits) => Promise<ShellOutcome>;
  readonly stop: () => void;
};

export type RunLimits = { readonly timeoutMs: number; readonly signal: AbortSignal | null };

type Start = Launch & {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly maxBytes: number;
};

/** Starts a Bash that ends with this process, and that does not keep it from ending before it has a command. */
export function startShell({ program, args, cwd, env, maxBytes }: Start): StartedShell {
  // Loaded here, because few forks have a shell.
  const { spawn } = process.getBuiltinModule("node:child_process");
  const { Socket } = process.getBuiltinModule("node:net");
  const folder = identityOf(cwd);
  // A group of its own, so that everything it started ends with it.
  const child = spawn(program, args, { cwd, env, detached: true, stdio: "pipe" });
  const handles = [child, ...[child.stdin, child.stdout, child.stderr].filter((each) => each instanceof Socket)];
  for (const handle of handles) handle.unref();
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
  // One that ended before it took its command says so by its exit code.
  child.stdin.on("error", () => {});
  const outcome = new Promise<ShellOutcome>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => {
      const content = Buffer.concat([...printed.out, ...printed.error]).toString("utf8");
      // A part of a pipeline that could not write leaves no trace in the exit code.
      const isCut = /File too large|File size limit exceeded/.test(Buffer.concat(printed.error).toString("utf8"));
      resolve({ content: content + note[ended], isError: code !== 0 || isCut || ended !== "by-itself", ended });
    });
  });
  // `run` returns it; a shell that is never used may fail in silence.
  outcome.catch(() => {});
  const isAlive = (): boolean => child.pid !== undefined && child.exitCode === null && child.signalCode === null;
  return {
    isReady: () => isAlive() && identityOf(cwd) === folder,
    run: (command, { timeoutMs, signal }) => {
      for (const handle of handles) handle.ref();
      const timer = setTimeout(() => end("too-long"), timeoutMs);
      const abort = (): void => end("aborted");
      if (signal?.aborted === true) abort();
      signal?.addEventListener("abort", abort);
      child.stdin.end(`${command}\0`);
      return outcome.finally(() => {
        clearTimeout(timer);
        signal?.removeEventListener("abort", abort);
      });
    },
    stop: () => end("aborted"),
  };
}

/** A new folder may get the number of one that is gone. */
function identityOf(folder: string): string {
  const stats = statSync(folder, { throwIfNoEntry: false });
  return stats === undefined ? "" : `${stats.dev}:${stats.ino}:${stats.birthtimeMs}`;
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
