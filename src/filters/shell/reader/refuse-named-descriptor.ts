import { NotUnderstood } from "./not-understood.ts";

/**
 * Refuses a word that stands directly before `<` or `>` and has the form `{name}` or `{name[subscript]}`. Bash takes it for no argument:
 * it opens a descriptor, assigns its number to that name, whatever it is, and evaluates the subscript, the commands in the values of its
 * names too (bash(1), REDIRECTION). The grammar sees a plain word.
 */
export function refuseNamedDescriptor(raw: string): void {
  if (!named.test(raw)) return;
  throw new NotUnderstood(
    "shell.redirect",
    `${raw} directly before a redirection assigns a descriptor's number to a variable: put a blank between them, or leave it out`,
  );
}

/** What stands before a subscript holds no character that ends a name in every locale, such as the comma of `{a,b}`. */
const named = /^\{(?:\w|\P{ASCII})+(?:\[[^]*)?\}$/u;
