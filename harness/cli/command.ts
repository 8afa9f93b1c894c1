import type { Console } from "../io/console.ts";

/** Exit codes, a contract (harness/CONTRACTS.md#exit-codes). */
export type ExitCode = 0 | 1 | 2 | 3 | 130;

/** The user's arguments for one command, checked against its entry in the command table. */
export type Invocation = {
  /** Whether the first argument names the command's sub-command; it is not among the positionals. */
  readonly isSubcommand?: boolean;
  readonly positionals: readonly string[];
  /** Values by option name, in the order given; a switch has an empty list. */
  readonly options: ReadonlyMap<string, readonly string[]>;
  /** One line for each option that was spelled as before a rename. */
  readonly deprecations: readonly string[];
};

/** Runs one command: documents on `out`, everything else on `err`. */
export type Command = (invocation: Invocation, streams: Console) => Promise<ExitCode | ChildExitCode>;

/** The exit code of a program that was run for the user, passed on as it is. */
export type ChildExitCode = { readonly passedOn: number };

/** The last value given, as later arguments are there to override earlier ones; null where the option is absent. */
export function valueOf({ options }: Invocation, name: string): string | null {
  return options.get(name)?.at(-1) ?? null;
}
