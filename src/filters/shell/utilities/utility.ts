import type { Refusal } from "../shell-rule.ts";
import type { Word } from "../reader/word.ts";

/** Utilities by their names, space separated where several take the same arguments. */
export type Rows = Readonly<Record<string, Arguments>>;

/** What a utility may be asked to do. */
export type Arguments =
  /** But for `dangers`, nothing it can be given makes it write, connect or run, in any implementation. */
  | { readonly by: "anything"; readonly dangers: readonly Danger[] }
  | { readonly by: "options"; readonly parser: Parser; readonly table: OptionTable }
  | { readonly by: "subcommands"; readonly table: SubcommandTable }
  /** An expression (find, test), a script (sed) or a form of its own, judged by a function. */
  | { readonly by: "language"; readonly judge: (words: readonly Word[]) => Refusal | null }
  /** Runs another command, which is judged in its place. */
  | { readonly by: "wrapping"; readonly table: OptionTable; readonly operandsBefore: number }
  /** Never allowed. `instead` tells the model what to do; `but` is the one word it may be given, alone. */
  | { readonly by: "nothing"; readonly does: Harm; readonly instead: string; readonly but?: string };

/**
 * How a utility takes its words apart. `leading`: its options end at the first operand. `permuting`: they may stand anywhere before `--`, in
 * every implementation. `either`: GNU permutes, BSD and POSIXLY_CORRECT do not, so a word with a dash behind an operand must be harmless both as
 * an option and as an operand, and an option that is required must stand before the operands.
 */
export type Parser = "leading" | "permuting" | "either";

/** `follows`: opens files that the content of another one names. `sets`: changes the shell or the system. `asks`: waits for a person. */
export type Harm = "writes" | "runs" | "connects" | "follows" | "sets" | "asks";

/** Options that are left out of the allowed ones because of what they do, as the utility's manual says. */
export type Danger = { readonly options: readonly string[]; readonly does: Harm };

/** The options a utility may be given; any other is refused, an abbreviation of a long one too. */
export type OptionTable = {
  /** Short options without a value. */
  readonly flags: string;
  /** Short options with a value, attached or as the next word. */
  readonly valued: string;
  /** Short options whose value is the next word, always: what else stands in the cluster are options, so it must end there. */
  readonly separate: string;
  /** Short options whose value, if any, is attached. */
  readonly attached: string;
  /** Long options: `name`, `name=` with a value, `name?` with a value behind `=` or none. */
  readonly long: ReadonlySet<string>;
  /** Words of one dash and several letters that are options as a whole, without the dash. */
  readonly words: ReadonlySet<string>;
  /** Whether `-5` is a number. */
  readonly digits: boolean;
  readonly dangers: readonly Danger[];
  readonly operands?: OperandRule;
  /** One of these options must be given. */
  readonly needs?: { readonly oneOf: string; readonly does: Harm; readonly why: string };
  /** What the value of an option must look like. */
  readonly values?: Readonly<Record<string, ValueRule>>;
};

/** What else the value of an option would do. */
export type ValueRule = { readonly match: RegExp; readonly does: Harm; readonly why: string };

export type OperandRule = {
  readonly max?: number;
  readonly match?: RegExp;
  /** Set where an operand that only the run decides may slip past `match`. */
  readonly unknown?: "fine";
  readonly why: string;
  readonly does?: Harm;
  /** Options that lift the rule, space separated. */
  readonly unless?: string;
};

/** Subcommands that may be called. `before` are the options that stand before the name. */
export type SubcommandTable = {
  readonly before: OptionTable;
  readonly subcommands: Readonly<Record<string, Arguments>>;
  /** What runs when no subcommand is named; missing where that is refused. */
  readonly bare?: true;
  /** Why `--help` right behind a subcommand is refused; missing where it only prints. */
  readonly help?: string;
};
