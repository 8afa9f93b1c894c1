import { spawn } from "node:child_process";

/** How a child ended, and the last of what it printed. */
export type ChildExit = {
  readonly code: number | null;
  readonly signal: string | null;
  readonly stdout: string;
  readonly stderr: string;
  /** Why it could not be started at all, such as `ENOENT`. */
  readonly notStarted: string | null;
};

/** Text of a child's output that is kept: its end. */
const KEPT = 64 * 1024;

/**
 * Runs a program in `folder` with the environment `env`, to its end; aborting the signal kills it and what it started, and so
 * does the end of this process.
 */
export async function runChild(
  [program, ...args]: readonly [string, ...string[]],
  {
    env,
    folder,
    signal,
  }: {
    readonly env: Readonly<Record<string, string | undefined>>;
    readonly folder: string;
    readonly signal: AbortSignal;
  },
): Promise<ChildExit> {
  const { promise, resolve } = Promise.withResolvers<ChildExit>();
  const child = spawn(program, args, {
    cwd: folder,
    env,
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  let [stdout, stderr] = ["", ""];
  child.stdout.on("data", (text: Buffer) => (stdout = (stdout + text.toString("utf8")).slice(-KEPT)));
  child.stderr.on("data", (text: Buffer) => (stderr = (stderr + text.toString("utf8")).slice(-KEPT)));
  const kill = (): void => {
    if (child.pid !== undefined && child.exitCode === null && child.signalCode === null) killGroup(child.pid);
  };
  signal.addEventListener("abort", kill, { once: true });
  process.once("exit", kill);
  if (signal.aborted) kill();
  child.on("error", (fault: NodeJS.ErrnoException) => {
    resolve({ code: null, signal: null, stdout, stderr, notStarted: fault.code ?? fault.message });
  });
  // Background processes that it started are of no use without it, and would hold its streams open.
  child.once("exit", () => void (child.pid !== undefined && killGroup(child.pid)));
  child.on("close", (code, killedBy) => {
    resolve({ code, signal: killedBy, stdout, stderr, notStarted: null });
  });
  try {
    return await promise;
  } finally {
    signal.removeEventListener("abort", kill);
    process.off("exit", kill);
  }
}

/** The whole group: a shell that is killed leaves what it started running. */
export function killGroup(pid: number): void {
  try {
    process.kill(-pid, "SIGKILL");
  } catch (fault) {
    // It ended on its own, and we do not know yet; macOS answers EPERM for a group of zombies.
    if (!(fault instanceof Error && "code" in fault && (fault.code === "ESRCH" || fault.code === "EPERM"))) throw fault;
  }
}
