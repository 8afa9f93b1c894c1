import type { Clause } from "../reader/clause.ts";
import type { Refusal } from "../shell-rule.ts";
import { agree } from "./agree.ts";
import { findEvaluated } from "./find-evaluated.ts";
import { readLiteral } from "./literal-script.ts";

/**
 * Refuses what an unknown shell may read in another way. The words must be those that Bash's reader found: two readers that share
 * no code agree on every one of them.
 */
export function judgeLiteral(source: string, clauses: readonly Clause[]): Refusal | null {
  const outline = readLiteral(source);
  if ("rule" in outline) return outline;
  const commands = clauses.flatMap((clause) => (clause.is === "command" ? [clause.words] : []));
  const evaluated = commands
    .map((words) => findEvaluated(words.map(({ text, raw }) => text ?? raw)))
    .find((word) => word !== null);
  if (evaluated !== undefined) {
    return {
      rule: "shell.promise",
      reason: `the promise is literal, and zsh evaluates ${evaluated} as arithmetic, which may run commands: write a plain number`,
    };
  }
  return agree(clauses, outline);
}
