import { execFile } from "node:child_process";
import { resolve } from "node:path";

export type Printed = { readonly exit: number; readonly out: string; readonly err: string };

const sources = resolve(import.meta.dirname, "../../harness/cli/main.ts");

/** What is built of the sources, or the sources themselves (test/support/built-cli.ts). */
export const main: string = process.env["FORKPROOF_CLI"] ?? sources;

/** A preload among Node's options names modules of the sources, which a built package does not have. */
export function programFor(nodeOptions: readonly string[]): string {
  return nodeOptions.includes("--import") ? sources : main;
}

/**
 * Runs the CLI as a user would: a process of its own, in `folder`, with nothing of this process's environment but what
 * `environment` names.
 */
export function runForkproof(
  args: readonly string[],
  folder: string,
  environment: Readonly<Record<string, string>> = {},
  nodeOptions: readonly string[] = [],
): Promise<Printed> {
  return new Promise((settle, fail) => {
    const child = execFile(
      process.execPath,
      [...nodeOptions, programFor(nodeOptions), ...args],
      { cwd: folder, env: environment, maxBuffer: 64 * 1024 * 1024 },
      (fault, out, err) => {
        if (child.exitCode === null) fail(fault ?? new Error(`ended by ${child.signalCode}`));
        else settle({ exit: child.exitCode, out, err });
      },
    );
  });
}

/** What a command prints, as one text: for golden files. */
export function transcriptOf(args: readonly string[], { exit, out, err }: Printed): string {
  return `$ forkproof ${args.join(" ")}\n${out}--- stderr\n${err}--- exit ${exit}\n`;
}
