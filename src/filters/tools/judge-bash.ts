import { classifyCommand } from "../shell/classify-command.ts";
import type { BashGrammar } from "../shell/grammar/bash-grammar.ts";
import type { Refusal } from "../shell/shell-rule.ts";

/** Judges the command of a shell tool; one that is missing or no text counts as empty. The grammar is loaded on the first call. */
export async function judgeBash(loadGrammar: () => Promise<BashGrammar>, command: unknown): Promise<Refusal | null> {
  if (typeof command !== "string") return { rule: "shell.empty", reason: "there is no command: give one as text" };
  return classifyCommand(await loadGrammar(), command);
}
