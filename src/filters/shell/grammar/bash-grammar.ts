/** The port to a parser of Bash: what its tree says of one command line. Never throws on any text. */
export type BashGrammar = { readonly outline: (command: string) => GrammarOutline };

/** What the classifier needs of a syntax tree. Offsets are in UTF-16 units, as those of a JavaScript string. */
export type GrammarOutline = {
  /** False where the parser found an error, anywhere. */
  readonly whole: boolean;
  /** The first kind of node that is not in the list of understood ones, or null. */
  readonly unknown: string | null;
  /** Where each command starts (its name, its first assignment, `[[`, `for`), ascending. */
  readonly starts: readonly number[];
  /** Every word, assignment and target of a redirection outside `[[ ]]`, in the order of the text. */
  readonly words: readonly OutlineWord[];
};

/** `text` is the word without its quotes; null for an assignment. */
export type OutlineWord = { readonly start: number; readonly end: number; readonly text: string | null };
