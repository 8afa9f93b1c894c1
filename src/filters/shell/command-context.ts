import type { Script } from "./variables.ts";

/** What a simple command stands in: the whole line, and whether its standard input is a pipe or a file. */
export type CommandContext = Script & { readonly fed: boolean };
