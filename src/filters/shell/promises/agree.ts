import type { GrammarOutline, OutlineWord } from "../grammar/bash-grammar.ts";
import type { Clause } from "../reader/clause.ts";
import type { Refusal } from "../shell-rule.ts";

/** Refuses a command in which another reader found other commands or other words than ours. */
export function agree(
  clauses: readonly Clause[],
  { starts, words }: Pick<GrammarOutline, "starts" | "words">,
): Refusal | null {
  const own = clauses
    .filter(({ is }) => is !== "redirects")
    .map(({ start }) => start)
    .sort((left, right) => left - right);
  const ownWords = clauses.flatMap(wordsOf).sort((left, right) => left.start - right.start);
  const isSame =
    own.length === starts.length &&
    own.every((start, at) => start === starts[at]) &&
    ownWords.length === words.length &&
    ownWords.every(({ start, end, text }, at) => {
      const other = words[at];
      const reads = text === null || other?.text === null || text === other?.text;
      return start === other?.start && end === other.end && reads;
    });
  return isSame
    ? null
    : { rule: "shell.readers-disagree", reason: "the command can be read in two ways: write it more plainly" };
}

function wordsOf(clause: Clause): readonly OutlineWord[] {
  switch (clause.is) {
    case "conditional":
      return [];
    case "loop":
      return [clause.variable, ...clause.words];
    case "redirects":
      return clause.redirects.map(({ target }) => target);
    case "command": {
      const assigned = clause.assignments.map(({ start, value }) => ({ start, end: value.end, text: null }));
      return [...assigned, ...clause.words, ...clause.redirects.map(({ target }) => target)];
    }
  }
}
