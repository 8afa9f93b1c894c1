import nodeModule from "node:module";

import { yieldToEventLoop } from "./yield-to-event-loop.ts";

/** What the user typed after the program's name. */
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

/** Such as `24.21.0`. */
export function nodeVersion(): string {
  return process.versions.node;
}

/**
 * Ends the process once everything that was printed has left it. It does not wait for anything else: a fork under test may
 * have left a timer or a connection behind that nobody will ever close.
 */
export async function finishWith(exitCode: number): Promise<void> {
  await flushOutput();
  process.exit(exitCode);
}

/** Resolves when nothing that was printed is left to be sent, and the streams have told their faults; of a stream that broke nothing is. */
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
