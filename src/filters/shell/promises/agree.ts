import type { Clause } from "../reader/clause.ts";
import type { Refusal } from "../shell-rule.ts";

/** What a reader finds in a command line. Offsets are in UTF-16 units, as those of a JavaScript string. */
export type Outline = {
  /** Where each command starts: its name, its first assignment, `[[`, `for`. */
  readonly starts: readonly number[];
  /** Every word, assignment and target of a redirection outside `[[ ]]`. */
  readonly words: readonly OutlineWord[];
};

/** `text` is the word without its quotes; null for an assignment, and where only the run decides. */
export type OutlineWord = { readonly start: number; readonly end: number; readonly text: string | null };

/** Refuses a command in which another reader found other commands or other words than the first. */
export function agree(clauses: readonly Clause[], { starts, words }: Outline): Refusal | null {
  const ours = clauses.filter(({ is }) => is !== "redirects").map(({ start }) => start);
  const [own, other] = [ours, starts].map((list) => list.toSorted((left, right) => left - right).join(" "));
  const ownWords = clauses.flatMap(wordsOf).toSorted((left, right) => left.start - right.start);
  const otherWords = words.toSorted((left, right) => left.start - right.start);
  const isSame =
    own === other &&
    ownWords.length === otherWords.length &&
    ownWords.every(({ start, end, text, raw }, at) => {
      const word = otherWords[at];
      // Where one reader finds an expansion, the other must not find plain text.
      const reads = text === null || text === word?.text || (word?.text === null && !expands(raw));
      return start === word?.start && end === word.end && reads;
    });
  return isSame
    ? null
    : { rule: "shell.readers-disagree", reason: "the command can be read in two ways: write it more plainly" };
}

/** Whether something may start an expansion. A quote with escapes, which the second reader does not follow, may hold as much. */
function expands(raw: string): boolean {
  return !raw.includes("$'") && /\$[\w@*#?!({[-]|\x60/.test(raw.replaceAll(/'[^']*'/g, ""));
}

function wordsOf(clause: Clause): readonly (OutlineWord & { readonly raw: string })[] {
  switch (clause.is) {
    case "conditional":
      return [];
    case "loop":
      return [clause.variable, ...clause.words];
    case "redirects":
      return clause.redirects.map(({ target }) => target);
    case "command": {
      const assigned = clause.assignments.map(({ start, value }) => ({ start, end: value.end, text: null, raw: "" }));
      return [...assigned, ...clause.words, ...clause.redirects.map(({ target }) => target)];
    }
  }
}
