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

/** Ends the process once everything that was printed has left it. */
export function finishWith(exitCode: number): void {
  process.exitCode = exitCode;
}
