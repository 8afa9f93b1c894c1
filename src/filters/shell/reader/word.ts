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
  /** True where nothing is quoted or escaped, so that the shell may take it for a keyword or an operator. */
  readonly bare: boolean;
};
