import type { Clause } from "./reader/clause.ts";
import type { Word } from "./reader/word.ts";
import type { Refusal } from "./shell-rule.ts";
import type { Script } from "./variables.ts";

/**
 * Refuses `$((…))` on a variable that may hold anything but digits: its value is evaluated again, subscripts and the commands in them
 * too (bash(1), ARITHMETIC EVALUATION). One is known where every value that the script gives it is a plain number.
 */
export function judgeArithmetic(clause: Clause, { variables }: Script): Refusal | null {
  const names = wordsOf(clause).flatMap(({ parts }) =>
    parts.flatMap((part) => (part.is === "arithmetic" ? part.names : [])),
  );
  const odd = names.find((name) => {
    const known = variables.get(name);
    return known === undefined || known.open || known.doubtful || !known.texts.every((text) => /^\d{1,9}$/.test(text));
  });
  if (odd === undefined) return null;
  return {
    rule: "shell.substitution",
    reason: `arithmetic on ${odd} evaluates its value, which is not known to be a number: set it to one in this command, as ${odd}=5`,
  };
}

function wordsOf(clause: Clause): readonly Word[] {
  switch (clause.is) {
    case "command":
      return [
        ...clause.assignments.map(({ value }) => value),
        ...clause.words,
        ...clause.redirects.map(({ target }) => target),
      ];
    case "conditional":
      return clause.parts.flatMap((part) => (part.is === "word" ? [part.word] : []));
    case "loop":
      return clause.words;
    case "redirects":
      return clause.redirects.map(({ target }) => target);
  }
}
