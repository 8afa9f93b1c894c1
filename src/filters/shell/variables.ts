import { holdsDevices, mayBeDevice } from "./devices.ts";
import type { Assignment, Clause, SimpleCommand } from "./reader/clause.ts";
import type { Word, WordPart } from "./reader/word.ts";

/**
 * What is known of a variable's value before the shell runs. `texts` are those it was given in plain text. `doubtful`: it may hold a path
 * that somebody made up, since it comes from text that nobody here sees. `open`: it may hold more than these texts, such as names that a
 * listing prints.
 */
export type VariableValue = { readonly texts: readonly string[]; readonly open: boolean; readonly doubtful: boolean };
export type Variables = ReadonlyMap<string, VariableValue>;

/** A command line as it was read, and what is known of its variables. */
export type Script = { readonly clauses: readonly Clause[]; readonly variables: Variables };

/** Values that are tried at most; beyond, a variable is in doubt. */
const most = 256;

/** Characters of a value; beyond, a variable is in doubt. Values that double would not fit anywhere. */
const longest = 4096;

/** What the clauses of one command line give their variables. Twice, since a loop comes back to its start. */
export function collectVariables(clauses: readonly Clause[]): Variables {
  const variables = new Map<string, VariableValue>();
  for (const _pass of ["first", "again"]) {
    for (const clause of clauses) {
      if (clause.is === "loop") {
        for (const word of clause.words)
          add(variables, clause.variable.text ?? "", whatBecomes(word, variables, clauses));
      } else if (clause.is === "command") {
        for (const assignment of clause.assignments) assign(variables, assignment, clauses);
        readInto(variables, clause, clauses);
      }
    }
  }
  return variables;
}

/** The words that a word may become, as far as text goes, itself among them; and whether it may be more than that. */
export function becomes(
  word: Word,
  { variables, clauses }: Script,
): { readonly words: readonly Word[]; readonly doubtful: boolean } {
  if (!word.parts.some(({ is }) => is === "variable" || is === "commands" || is === "arithmetic"))
    return { words: [word], doubtful: false };
  const { texts, doubtful } = draftsOf(word.parts, variables, clauses);
  return { words: [word, ...texts.map((draft) => asWord(word, draft))], doubtful };
}

type Draft = { readonly text: string; readonly open: boolean };

function draftsOf(
  parts: readonly WordPart[],
  variables: Variables,
  clauses: readonly Clause[],
): { readonly texts: readonly Draft[]; readonly doubtful: boolean } {
  let drafts: readonly Draft[] = [{ text: "", open: false }];
  let doubtful = false;
  for (const part of parts) {
    const next = valuesOf(part, variables, clauses);
    doubtful ||= next.doubtful;
    if (drafts.length * next.values.length > most) return { texts: [{ text: "", open: true }], doubtful: true };
    const extended = drafts.flatMap((draft) =>
      draft.open ? [draft] : next.values.map(({ text, open }) => ({ text: draft.text + text, open })),
    );
    const tooMuch = extended.length > most || extended.some(({ text }) => text.length > longest);
    doubtful ||= tooMuch;
    drafts = tooMuch ? [{ text: "", open: true }] : extended;
  }
  return { texts: drafts, doubtful };
}

function valuesOf(
  part: WordPart,
  variables: Variables,
  clauses: readonly Clause[],
): { readonly values: readonly Draft[]; readonly doubtful: boolean } {
  switch (part.is) {
    case "literal":
      return {
        values: [{ text: part.cut === null ? part.text : part.text.slice(0, part.cut), open: part.cut !== null }],
        doubtful: false,
      };
    case "commands":
      return { values: [{ text: "", open: true }], doubtful: !listsNames(inside(clauses, part.start, part.end)) };
    // Its value is a number, which any digit stands for.
    case "arithmetic":
      return { values: [{ text: "0", open: false }], doubtful: false };
    case "other":
      return { values: [{ text: "", open: true }], doubtful: false };
    case "variable": {
      const known = variables.get(part.name) ?? { texts: [], open: true, doubtful: false };
      const { texts, open, doubtful } = applied(part, known);
      const pieces = part.quoted ? texts : texts.flatMap((text) => [text, ...text.split(/\s+/)]);
      const values = pieces.map((text) => (part.quoted ? { text, open: false } : globbed(text)));
      return { values: open ? [...values, { text: "", open: true }] : values, doubtful: known.doubtful || doubtful };
    }
  }
}

/** An unquoted value is globbed. */
function globbed(text: string): Draft {
  const at = text.search(/[*?[]/);
  return at === -1 ? { text, open: false } : { text: text.slice(0, at), open: true };
}

/** The texts behind an operator, or more than those. What it does to a text with a slash is not followed where it replaces. */
function applied(
  { operator, operand }: { readonly operator: string; readonly operand: string },
  { texts, open }: VariableValue,
): VariableValue {
  if (/^:?[-+]$/.test(operator)) return { texts: [...texts, operand], open, doubtful: false };
  if (operator === "" || operator.endsWith("?")) return { texts, open, doubtful: false };
  if (operator.startsWith("%"))
    return {
      texts: texts.flatMap((text) => Array.from({ length: text.length }, (_, at) => text.slice(0, at + 1))),
      open: true,
      doubtful: false,
    };
  if (operator.startsWith("#"))
    return {
      texts: texts.flatMap((text) => Array.from({ length: text.length }, (_, at) => text.slice(at))),
      open: true,
      doubtful: false,
    };
  const plain = !/\/.*\/|dev|proc|sys/i.test(operand) && !texts.some((text) => /dev|proc|sys|^\//i.test(text));
  return { texts: [], open: true, doubtful: !plain };
}

function assign(
  variables: Map<string, VariableValue>,
  { name, appends, value }: Assignment,
  clauses: readonly Clause[],
): void {
  const given = whatBecomes(value, variables, clauses);
  const before = variables.get(name);
  if (!appends || before === undefined) return add(variables, name, given);
  const many = before.texts.length * given.texts.length;
  if (before.doubtful || many === 0 || many > most)
    return add(variables, name, { texts: [], open: true, doubtful: true });
  const joined = before.texts.flatMap((text) => given.texts.map((more) => text + more));
  const short = joined.filter((text) => text.length <= longest);
  add(variables, name, {
    texts: short,
    open: before.open || given.open,
    doubtful: given.doubtful || short.length < joined.length,
  });
}

/** The values that a word gives a variable. */
function whatBecomes(word: Word, variables: Variables, clauses: readonly Clause[]): VariableValue {
  const { texts, doubtful } = draftsOf(word.parts, variables, clauses);
  const known = texts.filter(({ open }) => !open).map(({ text }) => text);
  // What starts like a device and goes on unseen is left to the word that is judged for itself, a glob among them.
  const started = texts.filter(({ open, text }) => open && text !== "").map(({ text }) => `${text}*`);
  return { texts: [...known, ...started], open: known.length < texts.length, doubtful };
}

function add(variables: Map<string, VariableValue>, name: string, { texts, open, doubtful }: VariableValue): void {
  const before = variables.get(name);
  const all = [...new Set([...(before?.texts ?? []), ...texts])];
  variables.set(name, {
    texts: all.slice(0, most),
    open: open || before?.open === true,
    doubtful: doubtful || before?.doubtful === true || all.length > most,
  });
}

/** `read` takes lines of what is piped into it, which are names where a listing prints them. */
function readInto(variables: Map<string, VariableValue>, command: SimpleCommand, clauses: readonly Clause[]): void {
  if (command.words[0]?.text !== "read") return;
  const doubtful = !command.fromFile && !listsNames(feeding(command, clauses));
  for (const { text } of command.words.slice(1)) {
    if (text !== null && /^[A-Za-z_]\w*$/.test(text)) add(variables, text, { texts: [], open: true, doubtful });
  }
}

/** The commands of the pipeline before this one. */
function feeding(command: SimpleCommand, clauses: readonly Clause[]): readonly Clause[] {
  const before = clauses.filter(({ start }) => start < command.start).sort((left, right) => right.start - left.start);
  const last = before.findIndex((clause) => clause.is !== "command" || !clause.piped);
  return last === -1 ? [] : before.slice(0, last + 1);
}

function inside(clauses: readonly Clause[], start: number, end: number): readonly Clause[] {
  return clauses.filter((clause) => clause.start >= start && clause.start < end);
}

const listing: ReadonlySet<string> = new Set(
  "ls find fd fdfind git date pwd dirname basename realpath readlink id whoami hostname uname wc stat du tree command which expr nproc".split(
    " ",
  ),
);
/** What a file holds is no more known than where a link leads: lines of files count as names too. */
const keeping: ReadonlySet<string> = new Set("cat sort head tail uniq wc".split(" "));
const searching: ReadonlySet<string> = new Set("rg grep egrep fgrep".split(" "));

/** Whether commands print names or lines that are there already, none of them of a device, and make no text of their own. */
function listsNames(clauses: readonly Clause[]): boolean {
  if (clauses.length === 0) return false;
  return clauses.every((clause) => {
    if (clause.is !== "command") return false;
    if (clause.words.length === 0) return true;
    const [first, ...rest] = clause.words;
    const name = first?.text ?? "";
    if (rest.some((word) => mayBeDevice(word) || (word.text !== null && holdsDevices(word.text)))) return false;
    if (rest.some(({ text }) => /printf|format/.test(text ?? "")))
      return name === "stat" || name === "git" || name === "date";
    return listing.has(name) || keeping.has(name) || searching.has(name);
  });
}

function asWord(word: Word, { text, open }: Draft): Word {
  return { ...word, text: open ? null : text, lead: text, raw: open ? `${text}*` : text, parts: [] };
}
