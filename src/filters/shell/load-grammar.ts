import type { ParsedScript } from "unbash";

/** The port to a parser of Bash. */
export type BashGrammar = { readonly parse: (command: string) => ParsedScript };

/** unbash, loaded on the first call and once a process: few forks call a shell. */
export function loadGrammar(): Promise<BashGrammar> {
  loading ??= import("unbash").then(({ parse }) => ({ parse }));
  return loading;
}

let loading: Promise<BashGrammar> | null = null;
