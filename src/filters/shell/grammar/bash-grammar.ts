import type { GrammarOutline } from "./grammar-outline.ts";

/** The port to a parser of Bash: what its tree says of one command line. Never throws on any text. */
export type BashGrammar = { readonly outline: (command: string) => GrammarOutline };
