import type { Word } from "./word.ts";

/** A redirection: `2>&1` is descriptor 2, operator `>&`, target `1`. */
export type Redirect = {
  /** Null where it is left out. */
  readonly descriptor: number | null;
  readonly operator: string;
  readonly target: Word;
};

/** `appends` for `NAME+=value`. */
export type Assignment = {
  readonly start: number;
  readonly name: string;
  readonly appends: boolean;
  readonly value: Word;
};

/** A simple command; without words it only assigns. `start` is its name, or its first assignment. */
export type SimpleCommand = {
  readonly is: "command";
  readonly start: number;
  readonly assignments: readonly Assignment[];
  readonly words: readonly Word[];
  readonly redirects: readonly Redirect[];
  /** Whether it runs wherever the script is at its end, whatever the commands before it came to. */
  readonly isCertain: boolean;
};

/** A term of `[[ … ]]`, whose terms all have the same place: `-n` with one word, or `==` with two. */
export type Conditional = {
  readonly is: "conditional";
  readonly start: number;
  readonly terms: readonly { readonly operator: string; readonly words: readonly Word[] }[];
};

/** The head of `for name in words`. Its body is read as clauses of their own. */
export type Loop = {
  readonly is: "loop";
  readonly start: number;
  readonly variable: Word;
  readonly words: readonly Word[];
  /** From behind its words to its `done`. */
  readonly scope: { readonly start: number; readonly end: number };
};

/** Redirections behind a group, a subshell, a loop or a conditional, or without a command, as in `$(< file)`. */
export type BlockRedirects = {
  readonly is: "redirects";
  readonly start: number;
  readonly redirects: readonly Redirect[];
};

export type Clause = SimpleCommand | Conditional | Loop | BlockRedirects;
