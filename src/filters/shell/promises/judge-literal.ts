import type { Clause } from "../reader/clause.ts";
import type { Refusal } from "../shell-rule.ts";
import { findEvaluated } from "./find-evaluated.ts";
import { readLiteral } from "./literal-script.ts";

/**
 * Refuses what a shell that nobody knows may read in another way. The words must be those that Bash's reader found: two readers that share
 * no code agree on every one of them.
 */
export function judgeLiteral(source: string, clauses: readonly Clause[]): Refusal | null {
  const commands = readLiteral(source);
  if ("rule" in commands) return commands;
  const agree =
    commands.length === clauses.length &&
    clauses.every((clause, at) => {
      const words = clause.is === "command" ? clause.words : [];
      const own = commands[at]?.words ?? [];
      return words.length === own.length && words.every(({ text }, index) => text === own[index]);
    });
  const evaluated = commands.map(({ words }) => findEvaluated(words)).find((word) => word !== null);
  if (evaluated !== undefined) {
    return {
      rule: "shell.promise",
      reason: `the promise is literal, and zsh evaluates ${evaluated} as arithmetic, which may run commands: write a plain number`,
    };
  }
  if (agree) return null;
  return { rule: "shell.readers-disagree", reason: "the command can be read in two ways: write it more plainly" };
}
