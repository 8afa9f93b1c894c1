import { NotUnderstood } from "./not-understood.ts";
import { readExpansion, type ReadStatements } from "./read-expansion.ts";
import { refuseNamedDescriptor } from "./refuse-named-descriptor.ts";
import { addLiteral, addUnknown, startDraft, type WordDraft } from "./word-draft.ts";
import type { Word } from "./word.ts";

/** Reads one word that starts at `start`, by Bash's quoting rules (bash(1), QUOTING and EXPANSION). Never empty. */
export function readWord(source: string, start: number, readStatements: ReadStatements): Word {
  const draft = startDraft(source, start);
  const patterns: Pattern[] = [];
  while (draft.at < source.length && !endsWord(source.charAt(draft.at))) {
    readPart(draft, patterns, readStatements);
  }
  if (draft.at === start) throw new NotUnderstood("shell.syntax", `a word is missing at offset ${start}`);
  return finish(draft, patterns);
}

/** A glob or brace character outside quotes, and how much text stands before it. */
type Pattern = { readonly character: string; readonly at: number; readonly before: number };

function endsWord(character: string): boolean {
  return " \t\n|&;()<>".includes(character);
}

function readPart(draft: WordDraft, patterns: Pattern[], readStatements: ReadStatements): void {
  const character = draft.source.charAt(draft.at);
  switch (character) {
    case "\\":
      return readEscape(draft);
    case "'":
      return readSingleQuotes(draft);
    case '"':
      return readDoubleQuotes(draft, readStatements);
    case "$":
      return readExpansion(draft, false, readStatements);
    case "`":
      throw backtick();
    case "*":
    case "?":
    case "[":
    case "{":
      patterns.push({ character, at: draft.at, before: draft.text.length });
      return readPlain(draft, character);
    case "~":
      if (!opensTilde(draft)) return readPlain(draft, character);
      draft.at += 1;
      return addUnknown(draft, { splits: false, known: "~" });
    case "!":
      refuseHistory(draft);
      return readPlain(draft, character);
    default:
      return readPlain(draft, String.fromCodePoint(draft.source.codePointAt(draft.at) ?? 0));
  }
}

function readPlain(draft: WordDraft, character: string): void {
  if (/[\p{Z}\u0085\ufeff]/u.test(character)) {
    throw new NotUnderstood("shell.control-character", "white space outside ASCII must stand in quotes");
  }
  addLiteral(draft, character);
  draft.at += character.length;
}

function readEscape(draft: WordDraft): void {
  const escaped = String.fromCodePoint(draft.source.codePointAt(draft.at + 1) ?? 0);
  if (draft.at + 1 >= draft.source.length || escaped === "\n") throw brokenLine();
  addLiteral(draft, escaped);
  draft.at += 1 + escaped.length;
}

function readSingleQuotes(draft: WordDraft): void {
  const close = draft.source.indexOf("'", draft.at + 1);
  if (close === -1) throw new NotUnderstood("shell.syntax", "a single quote is never closed");
  addLiteral(draft, draft.source.slice(draft.at + 1, close));
  draft.at = close + 1;
}

function readDoubleQuotes(draft: WordDraft, readStatements: ReadStatements): void {
  draft.at += 1;
  for (;;) {
    const character = draft.source.charAt(draft.at);
    switch (character) {
      case "":
        throw new NotUnderstood("shell.syntax", "a double quote is never closed");
      case '"':
        draft.at += 1;
        return;
      case "\\":
        readQuotedEscape(draft);
        break;
      case "$":
        readExpansion(draft, true, readStatements);
        break;
      case "`":
        throw backtick();
      case "!":
        refuseHistory(draft);
        addLiteral(draft, character);
        draft.at += 1;
        break;
      default:
        addLiteral(draft, character);
        draft.at += 1;
    }
  }
}

/** Inside double quotes a backslash escapes five characters only; before any other it stays. */
function readQuotedEscape(draft: WordDraft): void {
  const escaped = draft.source.charAt(draft.at + 1);
  // Bash drops a continued line before it looks for expansions, so that "$\⏎(command)" runs the command.
  if (escaped === "\n") throw brokenLine();
  const escapes = escaped !== "" && '$`"\\'.includes(escaped);
  addLiteral(draft, escapes ? escaped : "\\");
  draft.at += escapes ? 2 : 1;
}

function opensTilde(draft: WordDraft): boolean {
  if (draft.at === draft.start) return true;
  const before = draft.source.slice(draft.start, draft.at);
  return /^[A-Za-z_]\w*\+?=(.*:)?$/s.test(before);
}

/** An interactive shell replaces `!word` before anything else, even in double quotes (bash(1), HISTORY EXPANSION). */
function refuseHistory(draft: WordDraft): void {
  const next = draft.source.charAt(draft.at + 1);
  if (draft.source.charAt(draft.at - 1) === "[") return;
  if (next === "" || ' \t\n="()|&;<>'.includes(next)) return;
  throw new NotUnderstood("shell.history", "'!' before a word may be history expansion: put it in single quotes");
}

function brokenLine(): NotUnderstood {
  return new NotUnderstood("shell.syntax", "a line may be continued between words, not inside one");
}

function backtick(): NotUnderstood {
  return new NotUnderstood("shell.substitution", "backticks are not read: write $(...) instead");
}

function finish(draft: WordDraft, patterns: readonly Pattern[]): Word {
  const raw = draft.source.slice(draft.start, draft.at);
  if ("<>".includes(draft.source.charAt(draft.at) || " ")) refuseNamedDescriptor(raw);
  const expanding = patterns.filter((pattern) => expands(pattern, raw.slice(pattern.at - draft.start + 1)));
  const certain = Math.min(draft.certain, ...expanding.map(({ before }) => before));
  return {
    start: draft.start,
    end: draft.at,
    raw,
    text: draft.exact && expanding.length === 0 ? draft.text : null,
    lead: draft.splits ? "" : draft.text.slice(0, certain),
    single: draft.single && expanding.length === 0,
    parts: draft.parts,
  };
}

/** Whether the rest of the word may complete the pattern. Quotes in the rest are ignored: too much expands, never too little. */
function expands({ character }: Pattern, rest: string): boolean {
  switch (character) {
    case "[":
      return rest.includes("]");
    case "{":
      return rest.includes("}") && /,|\.\./.test(rest);
    default:
      return true;
  }
}
