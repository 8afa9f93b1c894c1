import type { Refusal } from "../shell-rule.ts";
import type { Outline, OutlineWord } from "./agree.ts";
import { skipLines } from "./skip-lines.ts";
import { assignsOwnName, type Forms, formsOf } from "./script-forms.ts";
import { readForm } from "./word-forms.ts";

/**
 * The second reader: reads a script token by token in the forms of a promise, and refuses whatever is not one of them. Whether blocks are
 * closed is left to the first reader. `literal` knows what means the same in dash, Bash, zsh and busybox: simple commands of plain and quoted
 * words, joined by `|`, `&&`, `||`, `;`, in groups, `if`, `for … in` and `while read`; redirections to /dev/null, between descriptors, and
 * from a file; plain expansions, and patterns that end like the name of a file.
 */
export function readForms(promise: "literal" | "bash", source: string, offset = 0): Outline | Refusal {
  const forms = formsOf(promise);
  const draft: Draft = {
    forms,
    read: (script, at) => readForms(promise, script, at),
    offset,
    starts: [],
    words: [],
    assignedAt: null,
    state: "opens",
    named: false,
    inputs: 0,
    here: [],
  };
  for (let at = 0; at <= source.length;) {
    const starts = draft.state === "opens" || draft.state === "assigned";
    const found = (starts ? matchAt(forms.opening, source, at) : null) ?? matchAt(forms.inside, source, at);
    if (found === null) return refuse(draft, describe(source, at));
    const refusal = take(draft, found, at);
    if (refusal !== null) return refusal;
    at += Math.max(found[0].length, 1);
    if (draft.here.length === 0 || !found[0].includes("\n")) continue;
    const behind = found[0] === "\n" ? skipLines(draft.here.splice(0), source, at - 1) : null;
    if (behind === null) return refuse(draft, "a here-document without its last line");
    at = behind;
  }
  return draft.here.length === 0 ? draft : refuse(draft, "a here-document without lines");
}

/** `opens`: a command may start here. `closed`: a block has ended. */
type Draft = {
  readonly forms: Forms;
  readonly read: (source: string, offset: number) => Outline | Refusal;
  readonly offset: number;
  readonly starts: number[];
  readonly words: OutlineWord[];
  /** Where the first assignment of this command stands. */
  assignedAt: number | null;
  state: "opens" | "assigned" | "words" | "loop" | "test" | "closed";
  /** Whether an assignment before the command is of a name of the script's own. */
  named: boolean;
  inputs: number;
  /** The last lines of here-documents that begin on the next line. */
  readonly here: string[];
};

/** Words that one of the shells takes for more than a name where a command starts (POSIX, Reserved Words; zshmisc(1)). */
const reserved =
  /^(?:if|then|elif|else|fi|for|foreach|do|done|end|while|until|case|esac|select|function|repeat|coproc|time|in|nocorrect|noglob|builtin|exec|!|-)$/;

function take(draft: Draft, found: RegExpExecArray, at: number): Refusal | null {
  const {
    comment,
    keyword,
    closing,
    variable,
    assigned,
    name,
    end,
    redirect,
    test,
    here,
    word: argument,
  } = found.groups ?? {};
  if (draft.state === "test") return takeTest(draft, found, at);
  const opens = comment ?? keyword ?? variable;
  if (opens !== undefined && draft.state === "assigned") return refuse(draft, `${opens} behind an assignment`);
  if (comment !== undefined || keyword !== undefined) return null;
  if (end !== undefined) return finish(draft, end);
  if (closing !== undefined) return close(draft);
  if (here !== undefined) return addHere(draft, here);
  if (redirect !== undefined) return addRedirect(draft, redirect, at);
  if (variable !== undefined) return startLoop(draft, variable, at, at + found[0].search(/(?<=^for[ \t]+)\S/));
  if (assigned !== undefined) return assign(draft, assigned, at);
  if (name !== undefined || test !== undefined) return startCommand(draft, name ?? null, at);
  if (found.groups?.["group"] !== undefined) return refuse(draft, "a parenthesis behind a word");
  if (argument === undefined) return null;
  if (draft.state !== "words" && draft.state !== "loop") return refuse(draft, `${argument} where a command starts`);
  return draft.forms.shared && /^=./.test(argument) && argument !== "=="
    ? refuse(draft, `${argument}, which zsh replaces`)
    : add(draft, argument, at);
}

/** Of `[[ … ]]` the commands in it are found. */
function takeTest(draft: Draft, { groups = {} }: RegExpExecArray, at: number): Refusal | null {
  const { word: operand, redirect } = groups;
  if (operand === "]]") draft.state = "closed";
  const raw = operand ?? redirect?.slice(1).trimStart();
  if (raw === undefined || operand === "]]") return null;
  const read = readForm(raw, draft.offset + at + (redirect?.indexOf(raw) ?? 0), draft.forms.words, draft.read);
  if ("rule" in read) return read;
  draft.starts.push(...read.starts);
  draft.words.push(...read.words);
  return null;
}

function finish(draft: Draft, end: string): Refusal | null {
  if (draft.forms.shared) {
    if (draft.state === "opens" && draft.inputs > 0) return refuse(draft, "a redirection without a command");
    if (draft.state === "assigned" && !draft.named) return refuse(draft, "a setting of programs without a command");
  }
  if (draft.state === "loop" && end !== ";" && end !== "\n") return refuse(draft, "a loop without do");
  // Assignments alone are a command that starts with the first.
  if (draft.state === "assigned" && draft.assignedAt !== null) draft.starts.push(draft.assignedAt);
  Object.assign(draft, { state: "opens", inputs: 0, named: false, assignedAt: null });
  return null;
}

function close(draft: Draft): Refusal | null {
  const refusal = draft.state === "opens" ? null : finish(draft, ";");
  draft.state = "closed";
  return refusal;
}

function addRedirect(draft: Draft, redirect: string, at: number): Refusal | null {
  const target = redirect.replace(/^\d*(?:&>>?|>>|>&|<&|<>|>\||[<>])[ \t]*/, "");
  draft.inputs += redirect.startsWith("<") ? 1 : 0;
  if (draft.forms.shared) {
    if (draft.inputs > 1) return refuse(draft, "two inputs of one command: zsh joins them");
    if (draft.state === "opens" || draft.state === "loop") return refuse(draft, "a redirection before its command");
  }
  return add(draft, target, at + redirect.length - target.length);
}

/** In a substitution its lines would be read as a part of the word. */
function addHere(draft: Draft, delimiter: string): Refusal | null {
  if (draft.offset > 0 || (draft.state !== "words" && draft.state !== "closed"))
    return refuse(draft, "a here-document here");
  draft.here.push(delimiter.replaceAll(/['"\\]/g, ""));
  return null;
}

function startLoop(draft: Draft, variable: string, at: number, nameAt: number): Refusal | null {
  draft.starts.push(draft.offset + at);
  draft.state = "loop";
  return add(draft, variable, nameAt);
}

function assign(draft: Draft, assigned: string, at: number): Refusal | null {
  const value = assigned.indexOf("=") + 1;
  draft.named = assignsOwnName(assigned);
  const read = readForm(assigned.slice(value), draft.offset + at + value, draft.forms.words, draft.read);
  if ("rule" in read) return read;
  draft.words.push({ start: draft.offset + at, end: draft.offset + at + assigned.length, text: null }, ...read.words);
  draft.starts.push(...read.starts);
  draft.assignedAt ??= draft.offset + at;
  draft.state = "assigned";
  return null;
}

/** A null name is that of `[[`. */
function startCommand(draft: Draft, name: string | null, at: number): Refusal | null {
  if (name !== null && reserved.test(name)) return refuse(draft, `${name} as the name of a command`);
  draft.starts.push(draft.offset + at);
  draft.state = name === null ? "test" : "words";
  return name === null ? null : add(draft, name, at);
}

function add(draft: Draft, raw: string, at: number): Refusal | null {
  const read = readForm(raw, draft.offset + at, draft.forms.words, draft.read);
  if ("rule" in read) return read;
  draft.words.push({ start: draft.offset + at, end: draft.offset + at + raw.length, text: read.text }, ...read.words);
  draft.starts.push(...read.starts);
  return null;
}

function matchAt(pattern: RegExp, source: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(source);
}

function describe(source: string, at: number): string {
  const rest = source.slice(at).split("\n")[0] ?? "";
  return rest.length > 40 ? `${rest.slice(0, 40)}…` : rest;
}

function refuse({ forms }: Draft, what: string): Refusal {
  const why = forms.shared
    ? "the promise is literal, and not every shell reads this alike"
    : "the second reader does not read this";
  return {
    rule: "shell.promise",
    reason: `${why}: ${what}. Write plain or quoted words, with | && || ; between commands`,
  };
}
