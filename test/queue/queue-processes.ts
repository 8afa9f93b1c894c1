import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { onTestFinished } from "vitest";
import { main } from "../cli/run-forkproof.ts";

/** A command of forkproof in a process of its own. */
export type Running = {
  readonly child: ChildProcess;
  readonly out: () => string;
  readonly err: () => string;
  /** Resolves once its output has this text. */
  readonly says: (text: string) => Promise<void>;
  /** Resolves with its next output. */
  readonly prints: () => Promise<void>;
  /** Its exit code, or the signal that ended it. */
  readonly ended: Promise<number | string>;
};

/** Starts it in `folder`. It ends with the test, which may not run at the same time as others of its file. */
export function startForkproof(
  args: readonly string[],
  folder: string,
  env: Readonly<Record<string, string>> = {},
): Running {
  const running = spawnForkproof(args, folder, env);
  onTestFinished(() => running[Symbol.asyncDispose]());
  return running;
}

export function startWorker(url: string, folder: string, ...options: readonly string[]): Running {
  return startForkproof(workerArgs(url, options), folder);
}

/** Starts it in `folder`. It ends when it is disposed of. */
export function spawnForkproof(
  args: readonly string[],
  folder: string,
  env: Readonly<Record<string, string>> = {},
): Running & AsyncDisposable {
  const child = spawn(process.execPath, [main, ...args], { cwd: folder, env });
  const [out, err] = [collect(child.stdout), collect(child.stderr)];
  const ended = once(child, "close").then(([code, signal]) => (code ?? signal) as number | string);
  let printed = Promise.withResolvers<void>();
  const wake = (): void => {
    printed.resolve();
    printed = Promise.withResolvers();
  };
  for (const stream of [child.stdout, child.stderr]) stream.on("data", wake);
  void ended.then(wake);
  const prints = async (): Promise<void> => {
    const code = child.exitCode ?? child.signalCode;
    if (code !== null) throw new Error(`it ended with ${code}:\n${out()}${err()}`);
    await printed.promise;
  };
  const says = async (text: string): Promise<void> => {
    while (!`${out()}${err()}`.includes(text)) await prints();
  };
  const end = async (): Promise<void> => {
    child.kill("SIGKILL");
    await ended;
  };
  return { child, out, err, says, prints, ended, [Symbol.asyncDispose]: end };
}

export function spawnWorker(url: string, folder: string, ...options: readonly string[]): Running & AsyncDisposable {
  return spawnForkproof(workerArgs(url, options), folder);
}

function workerArgs(url: string, options: readonly string[]): readonly string[] {
  return ["worker", "--queue", url, "--jobs", "1", ...options];
}

/** The jobs whose results a worker has sent, as it prints them. */
export function ranBy(worker: Running): number {
  return worker.out().match(/^(?:passed|failed|errored) {2}/gm)?.length ?? 0;
}

function collect(stream: NodeJS.ReadableStream): () => string {
  let text = "";
  stream.on("data", (bytes: Buffer) => (text += bytes.toString()));
  return () => text;
}
