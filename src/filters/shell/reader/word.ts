/**
 * One argument as written, and what is known of it before the shell runs.
 *
 * `text` is the exact argument the utility receives, or null where only the run decides: an expansion, a glob, a tilde, braces.
 * `lead` is the literal text with which *every* argument made of this word starts; "" promises nothing.
 * `single` is false where the word may become several arguments, or none.
 */
export type Word = {
  readonly start: number;
  readonly end: number;
  readonly raw: string;
  readonly text: string | null;
  readonly lead: string;
  readonly single: boolean;
  /** What it is made of, in order, for those who know values of variables. */
  readonly parts: readonly WordPart[];
};

export type WordPart =
  /** Text, a pattern, or braces. */
  | { readonly is: "literal" }
  /** `$name`, or `${name…}` with an operator and its word. */
  | {
      readonly is: "variable";
      readonly name: string;
      readonly operator: string;
      readonly operand: string;
      readonly quoted: boolean;
    }
  /** `$(…)` */
  | { readonly is: "commands" }
  /** `$((…))` on numbers and these variables. */
  | { readonly is: "arithmetic"; readonly names: readonly string[] }
  /** A tilde, a parameter of the shell. */
  | { readonly is: "other" };
