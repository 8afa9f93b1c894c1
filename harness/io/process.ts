import nodeModule from "node:module";
import { availableParallelism, hostname } from "node:os";

import { yieldToEventLoop } from "./yield-to-event-loop.ts";

/** The command-line arguments after the program's name. */
export function commandLine(): readonly string[] {
  return process.argv.slice(2);
}

export function environmentVariable(name: string): string | undefined {
  return process.env[name];
}

/** All variables of this process. */
export function environment(): Readonly<Record<string, string | undefined>> {
  return process.env;
}

/** Cores that this process may use. */
export function coreCount(): number {
  return availableParallelism();
}

/** The name of this machine in its network. */
export function machineName(): string {
  return hostname();
}

/** Makes a folder the working folder of this process, and of those that it starts. */
export function enterFolder(path: string): void {
  process.chdir(path);
}

/** Ends this process at once. */
export function endProcess(): never {
  process.exit(0);
}

/** Such as `24.21.0`. */
export function nodeVersion(): string {
  return process.versions.node;
}

/**
 * Ends the process once all output has left it. It does not wait for anything else: a fork under test may have left a timer or a
 * connection open for ever.
 */
export async function finishWith(exitCode: number): Promise<void> {
  await flushOutput();
  process.exit(exitCode);
}

/** Resolves when no output is waiting, and the streams have reported their errors; a broken stream has no waiting output. */
export async function flushOutput(): Promise<void> {
  await Promise.all([process.stdout, process.stderr].map(flushed));
  await yieldToEventLoop();
}

async function flushed(stream: NodeJS.WriteStream): Promise<void> {
  if (stream.writableLength === 0) return;
  await new Promise<void>((resolve) => {
    stream.write("", () => resolve());
  });
}

/** Keeps what Node compiles for the next process, in the system's temporary folder: a tenth of the start is saved. */
export function cacheCompiledCode(): void {
  // By way of the whole module: a Node that has no such function must get as far as its complaint.
  nodeModule.enableCompileCache();
}
