import { isCount } from "./is-count.ts";
import type { Assignment, Clause, SimpleCommand } from "../reader/clause.ts";
import type { Word, WordPart } from "../reader/word.ts";
import type { Refusal } from "../shell-rule.ts";

/**
 * Refuses what the text alone does not tell of a script that Bash runs: a variable may hold literals that this script gave it before, or
 * the matches of a pattern in a loop; anything else may be printed, and never be a path, a redirection, a number or an option.
 */
export function judgeBashScript(clauses: readonly Clause[], source: string): Refusal | null {
  const all = valuesIn(clauses);
  if ([...all.values()].flat().length > mostValues) return refuse(`more than ${mostValues} assignments`);
  const givers = clauses.flatMap((clause) => giversIn(clause, source));
  const sources: Sources = { givers, all, settled: new Map() };
  const knows: Knows = {
    word: (word) => isWordKnown(word, sources),
    file: (word) => isWordKnown(word, sources) && isFile(word, sources, []),
  };
  for (const clause of clauses) {
    // Arithmetic runs what a variable holds, wherever it stands (bash(1), ARITHMETIC EVALUATION).
    const evaluated = wordsOf(clause).find((word) =>
      word.parts.some((part) => part.is === "arithmetic" && !isKnown(part, word, sources)),
    );
    const odd = evaluated ?? oddIn(clause, knows);
    if (odd !== undefined) return refuse(odd.raw);
  }
  return null;
}

/** Beyond, a decision would take long. */
const mostValues = 500;

/** Whether a word is known where a command has it, and where it is read as a file. */
type Knows = { readonly word: (word: Word) => boolean; readonly file: (word: Word) => boolean };

/** `all`: the words that a name is given anywhere, null if it is given an unknown value. `settled`: names that were judged. */
type Sources = {
  readonly givers: readonly Giver[];
  readonly all: ReadonlyMap<string, readonly (Word | null)[]>;
  readonly settled: Map<string, boolean>;
};

/** A place that gives a variable a value, and the part of the script in which no other value can stand behind it. */
type Giver = { readonly name: string; readonly from: number; readonly to: number; readonly words: readonly Word[] };

function giversIn(clause: Clause, source: string): readonly Giver[] {
  if (clause.is === "loop") {
    const { variable, words, scope } = clause;
    return [{ name: variable.text ?? "", from: scope.start, to: scope.end, words }];
  }
  if (clause.is !== "command" || clause.words.length > 0 || !clause.isCertain) return [];
  return clause.assignments
    .filter(({ appends }) => !appends)
    .map(({ name, value }) => ({ name, from: value.end, to: source.length, words: [value] }));
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
const known = /^~(?:\/(?![^]*\$\{?[\d@*!_-])|$)|^"?\$(?:\{(?:HOME|PWD)\}|HOME|PWD)(?:["/]|$)[^$`]*$|^"?\$[?#]"?$/;

function isKnown(part: WordPart, word: Word, sources: Sources): boolean {
  switch (part.is) {
    case "literal":
      return true;
    case "arithmetic":
      return part.names.every((name) => isGiven(name, word, sources) && isNumeric(name, sources));
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
function isNumeric(name: string, sources: Sources, seen: Set<string> = new Set()): boolean {
  if (seen.has(name)) return true;
  seen.add(name);
  return (sources.all.get(name) ?? []).every((value) => {
    if (/^\d{1,9}$/.test(value?.text ?? "")) return true;
    // One expansion and nothing behind it.
    if (value === null || !/^"?\$\(\((?:(?!\)\))[^])*\)\)"?$/.test(value.raw)) return false;
    return value.parts.every(
      (part) =>
        part.is === "literal" ||
        (part.is === "arithmetic" && part.names.every((each) => isNumeric(each, sources, seen))),
    );
  });
}

/** Whether all that a name is given is literal, or made of names of which that holds. Never of itself: its values would have no end. */
function isSettled(name: string, sources: Sources): boolean {
  const { all, settled } = sources;
  const before = settled.get(name);
  if (before !== undefined) return before;
  settled.set(name, false);
  const values = all.get(name) ?? [];
  // A text that looks like an option would be one wherever the variable is an operand.
  const literal = values.every((value) => value !== null && isWordKnown(value, sources) && !value.lead.startsWith("-"));
  const isSure = literal || isNumeric(name, sources);
  settled.set(name, isSure);
  return isSure;
}

/** Whether a known word cannot come to begin with /dev/, where Bash connects: by its first characters, or those of its first variable. */
function isFile({ text, lead, raw, parts }: Word, sources: Sources, above: readonly string[]): boolean {
  const start = (text ?? lead).slice(0, 5);
  if (text === "/dev/null") return true;
  if (start !== "") return !"/dev/".startsWith(start);
  const [first] = parts;
  // A pattern at the start: its matches are relative.
  if (first?.is !== "variable") return text === null && /^[\w.*?]/.test(raw);
  const values = above.includes(first.name) ? [null] : (sources.all.get(first.name) ?? [null]);
  return (
    first.operator === "" && values.every((value) => value !== null && isFile(value, sources, [...above, first.name]))
  );
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
      return clause.terms.flatMap(({ words }) => words);
    case "loop":
      return clause.words;
    case "redirects":
      return clause.redirects.map(({ target }) => target);
  }
}

/** The first word of a clause whose content is not known where it must be. */
function oddIn(clause: Clause, knows: Knows): Word | undefined {
  switch (clause.is) {
    case "redirects":
      return clause.redirects.find(({ target }) => !knows.file(target))?.target;
    case "loop":
      return undefined;
    case "conditional":
      return clause.terms.flatMap(({ operator, words }) =>
        words.filter((word) => !(comparesTexts(operator, word) || knows.word(word))),
      )[0];
    case "command":
      return oddCommand(clause, knows);
  }
}

const texts = new Set(["=", "==", "!=", "=~", "<", ">", "-n", "-z", "!"]);

/** Whether `[[ ]]` compares a word as text, which nothing opens or evaluates. */
function comparesTexts(operator: string, { parts }: Word): boolean {
  return texts.has(operator) && !parts.some(({ is }) => is === "commands" || is === "arithmetic");
}

/** Commands that print their words and do nothing else with them. */
const printing = new Set(["echo", "printf", "true", "false", ":"]);

function oddCommand({ assignments, words, redirects }: SimpleCommand, knows: Knows): Word | undefined {
  const name = words[0]?.text ?? "";
  const prints = (word: Word, at: number): boolean =>
    printing.has(name) && at > 0 && opensNoOption(word, name, at) && !isPattern(word);
  const compares = /^(?:\[|test)$/.test(name) && words.every(({ single }) => single) && testsTexts(words);
  const unknown = compares ? undefined : words.find((word, at) => !knows.word(word) && !prints(word, at));
  return (
    unknown ??
    redirects.find(({ target }) => !knows.file(target))?.target ??
    assignments.find((assignment) => !isHarmless(assignment, words, knows))?.value
  );
}

/** `[ -n "$x" ]` and its kin. */
function testsTexts(words: readonly Word[]): boolean {
  return words.every(({ text, lead }) => !(text ?? lead).startsWith("-") || texts.has(text ?? ""));
}

/** Whether unknown text is a part of a pattern, for which the shell lists the folder that the text names. */
function isPattern({ single, raw }: Word): boolean {
  return !single && /[*?[]/.test(raw.replaceAll(/\$\([^]*\)|\$\{[^}]*\}|\$[*?#]|"[^"]*"|'[^']*'/g, ""));
}

/** What printf is given first is its format. */
function opensNoOption(word: Word, name: string, at: number): boolean {
  return name === "echo" || at > 1 || word.lead !== "";
}

/** A variable may hold what commands print, as long as it is only printed. */
function isHarmless({ value }: Assignment, words: readonly Word[], knows: Knows): boolean {
  return (
    knows.word(value) || (words.length === 0 && value.parts.every(({ is }) => is === "literal" || is === "commands"))
  );
}

function refuse(what: string): Refusal {
  return {
    rule: "shell.promise",
    reason:
      `the text alone does not tell what this becomes: ${what}. ` +
      "Write it out, or take it from a variable that this command sets to a plain text first",
  };
}
