import type { BashGrammar } from "./grammar/bash-grammar.ts";
import { outlineTree } from "./grammar/grammar-outline.ts";

/** The grammar on unbash, loaded on the first call and once a process: few forks call a shell. */
export function loadGrammar(): Promise<BashGrammar> {
  loading ??= load();
  return loading;
}

let loading: Promise<BashGrammar> | null = null;

async function load(): Promise<BashGrammar> {
  const { parse } = await import("unbash");
  return { outline: (command) => outlineTree(parse(command)) };
}
