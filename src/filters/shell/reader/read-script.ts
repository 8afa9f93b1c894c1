import type { Clause } from "./clause.ts";
import { NotUnderstood } from "./not-understood.ts";
import { StatementReader } from "./statement-reader.ts";

/**
 * Reads a command line as Bash does, into a flat list of what it would run: simple commands, `[[ ]]`, heads of `for` loops and the
 * redirections of blocks, those inside substitutions included. Which block a clause stands in does not matter: each one
 * must be harmless by itself.
 *
 * The grammar alone would not do: it splits `$a\ b` into two words and counts `-la` in `ls 2>/dev/null -la` to the redirection.
 *
 * @throws NotUnderstood where a construct is not read.
 */
export function readScript(source: string): readonly Clause[] {
  const clauses: Clause[] = [];
  const end = new StatementReader({ source, clauses, depth: 0 }, 0).read();
  if (end !== source.length) throw new NotUnderstood("shell.syntax", `a parenthesis closes nothing at offset ${end}`);
  return clauses;
}
