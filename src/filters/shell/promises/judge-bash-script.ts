import { isCount } from "./is-count.ts";
import type { Assignment, Clause, Conditional, SimpleCommand } from "../reader/clause.ts";
import type { Word, WordPart } from "../reader/word.ts";
import type { Refusal } from "../shell-rule.ts";
import type { Variables } from "../variables.ts";

/**
 * Refuses what the text alone does not tell of a script that Bash runs: a variable may hold literals that this script gave it before, or
 * the matches of a pattern in a loop; anything else may be printed, and never be a path, a redirection, a number or an option.
 */
export function judgeBashScript(clauses: readonly Clause[], variables: Variables, source: string): Refusal | null {
  const givers = clauses.flatMap((clause) => giversIn(clause, clauses, source));
  const sources: Sources = { givers, all: valuesIn(clauses), variables, settled: new Map() };
  const knows = (word: Word): boolean => isWordKnown(word, sources);
  for (const clause of clauses) {
    const odd = oddIn(clause, knows);
    if (odd !== null) return refuse(odd);
  }
  return null;
}

/** `all`: the words that a name is given anywhere, null if it is given an unknown value. `settled`: names that were judged. */
type Sources = {
  readonly givers: readonly Giver[];
  readonly all: ReadonlyMap<string, readonly (Word | null)[]>;
  readonly variables: Variables;
  readonly settled: Map<string, boolean>;
};

/** A place that gives a variable a value, and the part of the script in which no other value can stand behind it. */
type Giver = { readonly name: string; readonly from: number; readonly to: number; readonly words: readonly Word[] };

function giversIn(clause: Clause, clauses: readonly Clause[], source: string): readonly Giver[] {
  if (clause.is === "loop") {
    const { variable, words, scope } = clause;
    return [{ name: variable.text ?? "", from: scope.start, to: scope.end, words }];
  }
  if (clause.is !== "command" || clause.words.length > 0 || !stands(clause, clauses, source)) return [];
  return clause.assignments
    .filter(({ appends }) => !appends)
    .map(({ name, value }) => ({ name, from: value.end, to: source.length, words: [value] }));
}

/** Whether an assignment is made in any case: it stands at the top, behind others of its kind and commands that end with `;` or a line. */
function stands({ assignments }: SimpleCommand, clauses: readonly Clause[], source: string): boolean {
  const from = assignments[0]?.start ?? 0;
  const to = assignments.at(-1)?.value.end ?? 0;
  const isInside = clauses.some((clause) => clause.is === "loop" && clause.start < from && from < clause.scope.end);
  const before = source.slice(0, from);
  const joined = /(?:^|[;\n]|(?<alone>&&))[ \t]*$/.exec(before);
  const plain =
    joined?.groups?.["alone"] === undefined || /^(?:\s*[A-Za-z_]\w*=[^\s;|&()]*\s*(?:;|&&))*\s*$/.test(before);
  const behind = /^[ \t]*(?:$|[;\n]|&&)/.test(source.slice(to));
  const opens = /(?:^|[\s;&|(])(?:if|then|else|elif|while|do|\{)(?=\s)|[()]/.test(before);
  return joined !== null && plain && behind && !isInside && !opens;
}

function valuesIn(clauses: readonly Clause[]): ReadonlyMap<string, readonly (Word | null)[]> {
  const all = new Map<string, (Word | null)[]>();
  const give = (name: string, words: readonly (Word | null)[]): void => {
    all.set(name, [...(all.get(name) ?? []), ...words]);
  };
  for (const clause of clauses) {
    if (clause.is === "loop") give(clause.variable.text ?? "", clause.words);
    if (clause.is !== "command") continue;
    for (const { name, appends, value } of clause.assignments) give(name, [appends ? null : value]);
    if (clause.words[0]?.text === "read") for (const { text } of clause.words) give(text ?? "", [null]);
  }
  return all;
}

function isWordKnown(word: Word, sources: Sources): boolean {
  return isCount(word.raw) || word.parts.every((part) => isKnown(part, word, sources));
}

/** Parts that no script gives: the home folder and the working folder lead to a path, a status is a number. */
const known = /^~(?:\/|$)|^"?\$(?:\{(?:HOME|PWD)\}|HOME|PWD)(?:["/]|$)[^$`]*$|^"?\$[?#]"?$/;

function isKnown(part: WordPart, word: Word, sources: Sources): boolean {
  switch (part.is) {
    case "literal":
      return true;
    case "arithmetic":
      return part.names.every((name) => isGiven(name, word, sources) && isNumeric(name, sources, []));
    case "commands":
      return false;
    case "other":
      return known.test(word.raw);
    case "variable": {
      const { name, operator, operand, quoted } = part;
      // What stands before a suffix that is cut off starts as it did.
      const isPlain = operator === "" || (/^%%?$/.test(operator) && /^[\w.*-]*$/.test(operand));
      if (!isPlain || !isGiven(name, word, sources) || !isSettled(name, sources)) return false;
      return quoted || (sources.all.get(name) ?? []).every((value) => /^[\w./:@%+,-]*$/.test(value?.raw ?? ""));
    }
  }
}

/** Whether a name holds what this script gave it, wherever the word stands. */
function isGiven(name: string, word: Word, { givers }: Sources): boolean {
  return givers.some((giver) => giver.name === name && giver.from <= word.start && word.end <= giver.to);
}

/** Whether all that a name is given is digits, or made by arithmetic of such names: its own value again, too. */
function isNumeric(name: string, sources: Sources, above: readonly string[]): boolean {
  if (above.includes(name)) return true;
  const values = sources.all.get(name) ?? [];
  return values.every((value) => {
    if (/^\d{1,9}$/.test(value?.text ?? "")) return true;
    const [part, ...others] = (value?.parts ?? []).filter((each) => each.is !== "literal" || each.text !== "");
    if (part?.is !== "arithmetic" || others.length > 0) return false;
    return part.names.every((each) => isNumeric(each, sources, [...above, name]));
  });
}

/** Whether all that a name is given is literal, or made of names of which that holds. Never of itself: doubling would fill memory. */
function isSettled(name: string, sources: Sources): boolean {
  const { all, variables, settled } = sources;
  const before = settled.get(name);
  if (before !== undefined) return before;
  settled.set(name, false);
  const values = all.get(name) ?? [];
  // A text that looks like an option would be one wherever the variable is an operand.
  const literal = values.every((value) => value !== null && isWordKnown(value, sources) && !value.lead.startsWith("-"));
  const isSure =
    (literal && variables.get(name)?.doubtful === false) || (values.length > 0 && isNumeric(name, sources, []));
  settled.set(name, isSure);
  return isSure;
}

type Knows = (word: Word) => boolean;

/** The first word of a clause whose content is not known where it must be. */
function oddIn(clause: Clause, knows: Knows): string | null {
  switch (clause.is) {
    case "redirects":
      return rawOf(clause.redirects.find(({ target }) => !knows(target))?.target);
    case "loop":
      return null;
    case "conditional":
      if (comparesTexts(clause)) return null;
      return (
        rawOf(clause.parts.flatMap((part) => (part.is === "word" && !knows(part.word) ? [part.word] : []))[0]) ??
        clause.parts.flatMap((part) =>
          part.is === "operator" && /^-(?:eq|ne|l[te]|g[te]|v|R)$/.test(part.operator) ? [part.operator] : [],
        )[0] ??
        null
      );
    case "command":
      return oddCommand(clause, knows);
  }
}

const joints = new Set(["&&", "||", "(", ")", "<", ">"]);
const texts = new Set(["=", "==", "!=", "=~", "-n", "-z", "!"]);

/** Whether every word that looks like an operator compares texts, which nothing opens or evaluates. */
function comparesTexts({ parts }: Conditional): boolean {
  return parts.every((part) => {
    if (part.is === "operator") return joints.has(part.operator);
    const { text, lead, parts: pieces } = part.word;
    if (pieces.some(({ is }) => is === "commands" || is === "arithmetic")) return false;
    return !(text ?? lead).startsWith("-") || texts.has(text ?? "");
  });
}

/** `[ -n "$x" ]` and its kin, by the words between the name and the bracket. */
function testsTexts(name: string, words: readonly Word[]): boolean {
  if (name !== "[" && name !== "test") return false;
  return words
    .slice(1)
    .every(({ text, lead, single }) => single && (!(text ?? lead).startsWith("-") || texts.has(text ?? "")));
}

/** Commands that print their words and do nothing else with them. */
const printing = new Set(["echo", "printf", "true", "false", ":"]);

function oddCommand({ assignments, words, redirects }: SimpleCommand, knows: Knows): string | null {
  const name = words[0]?.text ?? "";
  const prints = (word: Word, at: number): boolean =>
    printing.has(name) && at > 0 && opensNoOption(word, name, at) && evaluatesNothing(word, knows);
  const unknown = testsTexts(name, words) ? undefined : words.find((word, at) => !knows(word) && !prints(word, at));
  return (
    rawOf(unknown) ??
    rawOf(redirects.find(({ target }) => !knows(target))?.target) ??
    rawOf(assignments.find((assignment) => !isHarmless(assignment, words, knows))?.value)
  );
}

/** Arithmetic runs what a variable holds, and so must know it, also where its result is only printed. */
function evaluatesNothing(word: Word, knows: Knows): boolean {
  return knows(word) || word.parts.every((part) => part.is !== "arithmetic" || part.names.length === 0);
}

/** What printf is given first is its format. */
function opensNoOption(word: Word, name: string, at: number): boolean {
  return name === "echo" || at > 1 || word.lead !== "";
}

/** A variable may hold what commands print, as long as it is only printed; one made of others might double without end. */
function isHarmless({ value }: Assignment, words: readonly Word[], knows: Knows): boolean {
  return knows(value) || (words.length === 0 && value.parts.every(({ is }) => is === "literal" || is === "commands"));
}

function rawOf(word: Word | undefined): string | null {
  return word?.raw ?? null;
}

function refuse(what: string): Refusal {
  return {
    rule: "shell.promise",
    reason:
      `the promise is bash, and the text alone does not tell what this becomes: ${what}. ` +
      "Write it out, or take it from a variable that this command sets to a plain text first",
  };
}
