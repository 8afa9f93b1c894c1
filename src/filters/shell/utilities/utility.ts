import type { Refusal } from "../shell-rule.ts";
import type { Word } from "../reader/word.ts";

/** One utility, or several that take the same arguments, and what it may be asked to do. */
export type Utility = {
  readonly names: readonly string[];
  readonly takes: Arguments;
  /** Set where it only reads if the shell puts our own program of that name before it (`openShell`). */
  readonly needs?: "guard";
  /**
   * Set where it opens its operands. Those before index `from` are its program or pattern. With fewer than `waitsBelow` it reads standard
   * input, unless a word matches `unless` and none `still`.
   */
  readonly reads?: {
    readonly from: number;
    readonly waitsBelow: number;
    readonly unless?: RegExp;
    readonly still?: RegExp;
  };
};

export type Arguments =
  /** But for `dangers`, nothing it can be given makes it write, run or hang, in any implementation that `why` speaks of. */
  | { readonly by: "anything"; readonly why: string; readonly dangers?: readonly Danger[] }
  | { readonly by: "options"; readonly parser: Parser; readonly table: OptionTable }
  | { readonly by: "subcommands"; readonly table: SubcommandTable }
  /** An expression (find, test), a script (sed, jq) or a form of its own, judged by a function. */
  | {
      readonly by: "language";
      readonly judge: (words: readonly Word[]) => Refusal | null;
      readonly dangers: readonly Danger[];
    }
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

export function leading(table: OptionTable): Arguments {
  return { by: "options", parser: "leading", table };
}

export function permuting(table: OptionTable): Arguments {
  return { by: "options", parser: "permuting", table };
}

export function either(table: OptionTable): Arguments {
  return { by: "options", parser: "either", table };
}

export type Harm =
  | "writes"
  | "runs-programs"
  | "network"
  | "follows-content"
  | "changes-state"
  | "interactive"
  | "never-ends"
  | "waits-for-input";

/** An option that is left out of the allowed ones because of what it does, with the page that says so. */
export type Danger = { readonly options: readonly string[]; readonly does: Harm; readonly source: string };

/**
 * The options a utility may be given; any other is refused, an abbreviation of a long one too.
 * Lists are strings, so that a table can be held against a manual page.
 */
export type OptionTable = {
  /** Short options without a value. */
  readonly flags?: string;
  /** Short options with a value, attached or as the next word. */
  readonly valued?: string;
  /** Short options whose value is the next word, always: what else stands in the cluster are options, so it must end there. */
  readonly separate?: string;
  /** Short options whose value, if any, is attached. */
  readonly attached?: string;
  /** Long options, space separated: `name`, `name=` with a value, `name?` with a value behind `=` or none. */
  readonly long?: string;
  /** Words of one dash and several letters that are options as a whole, space separated, without the dash. */
  readonly words?: string;
  /** Whether `-5` is a number. */
  readonly digits?: boolean;
  readonly dangers: readonly Danger[];
  readonly operands?: OperandRule;
  /** One of each of these groups must be given. */
  readonly needs?: readonly Need[];
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
  /** Options that lift the rule. */
  readonly unless?: readonly string[];
};

export type Need = { readonly oneOf: readonly string[]; readonly does: Harm; readonly why: string };

/** Subcommands that may be called, by every spelling of their names. `before` are the options that stand before the name. */
export type SubcommandTable = {
  readonly before: OptionTable;
  readonly subcommands: Readonly<Record<string, Arguments>>;
  /** What runs when no subcommand is named; missing where that is refused. */
  readonly bare?: true;
  readonly dangers: readonly Danger[];
  /** Why `--help` right behind a subcommand is refused; missing where it only prints. */
  readonly help?: string;
};
