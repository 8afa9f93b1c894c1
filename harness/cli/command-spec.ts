import type { Command } from "./command.ts";

/** One command as data: the parser, the help and the dispatcher read only this. */
export type CommandSpec = {
  readonly name: string;
  readonly summary: string;
  readonly positional: Positional | null;
  /** A first word that is another thing to do, not an argument. It does not count behind `--`. */
  readonly subcommand?: { readonly name: string; readonly description: string };
  readonly options: readonly OptionSpec[];
  readonly examples: readonly string[];
  /** Help text in addition to its options. */
  readonly notes?: readonly string[];
  /** The meaning of its exit codes, if they differ from the general table. */
  readonly exitCodes: string | readonly ExitMeaning[] | null;
  /** Whether a signal at any moment leads to a report. It handles all of them itself; any other command ends at once. */
  readonly reportsInterruption?: boolean;
  /** Loaded on demand, so that no command pays for another's imports. */
  readonly load: () => Promise<Command>;
};

export type ExitMeaning = readonly [code: string, meaning: string];

export type Positional = {
  readonly name: string;
  /** `the rest` is a command line of its own, behind `--`. */
  readonly count: "one" | "at least one" | "at most one" | "any" | "the rest";
  readonly description: string;
  /** The options with which it may be left out. */
  readonly unless?: readonly string[];
};

export type OptionSpec = {
  readonly name: string;
  /** Placeholder of its value; null for a switch. */
  readonly value: string | null;
  readonly description: string;
  /** Whether it may be given several times. */
  readonly repeats?: boolean;
  /** The spelling before a rename, which still works and prints a line: the option's, and those of its values. */
  readonly formerly?: { readonly name: string; readonly values?: Readonly<Record<string, string>> };
};
