import type { Word as WordNode, WordPart as PartNode } from "unbash";
import { NotUnderstood } from "./not-understood.ts";
import type { Word, WordPart } from "./word.ts";

/** What is known of a word, by its parts. Bash runs code in more places than `$(…)`, so only forms that cannot are understood. */
export function readWord(node: WordNode, source: string): Word {
  const { pos: start, end } = node;
  const raw = source.slice(start, end);
  if ("<>".includes(source.charAt(end) || " ") && named.test(raw))
    throw new NotUnderstood(
      "shell.redirect",
      `${raw} directly before a redirection assigns a descriptor's number to a variable: put a blank between them`,
    );
  const draft: Draft = { source, text: "", certain: null, exact: true, single: true, splits: false, parts: [] };
  if (node.parts === undefined) readLiteral(draft, { pos: start, end, value: node.value }, false);
  else for (const part of node.parts) readPart(draft, part, false);
  // Bash replaces a tilde in what looks like an assignment, wherever it stands.
  if (/^[A-Za-z_]\w*\+?=(?:[^]*:)?~/.test(raw)) addUnknown(draft, { is: "other" }, false);
  const { text, certain, exact, single, splits, parts } = draft;
  return {
    start,
    end,
    raw,
    text: exact ? text : null,
    lead: splits ? "" : text.slice(0, certain ?? text.length),
    single,
    parts,
  };
}

/**
 * A word of the form `{name}` or `{name[subscript]}`, which Bash takes for no argument before a redirection: it evaluates the subscript
 * (bash(1), REDIRECTION). What stands before a subscript holds no character that ends a name in every locale, such as the comma of `{a,b}`.
 */
const named = /^\{(?:\w|\P{ASCII})+(?:\[[^]*)?\}$/u;

/** A word under construction. `certain` is the length of the text before the first part that only the run decides. */
type Draft = {
  readonly source: string;
  text: string;
  certain: number | null;
  exact: boolean;
  single: boolean;
  /** True where an unquoted expansion may split into words of any content. */
  splits: boolean;
  readonly parts: WordPart[];
};

function readPart(draft: Draft, part: PartNode, quoted: boolean): void {
  switch (part.type) {
    case "Literal":
      return readLiteral(draft, part, quoted);
    case "SingleQuoted":
      return addLiteral(draft, part.value);
    case "DoubleQuoted":
      return part.parts.forEach((inner) => readPart(draft, inner, true));
    case "AnsiCQuoted":
      return /^\$'(?:[^\\]|\\[tn\\'"])*'$/.test(part.text)
        ? addLiteral(draft, part.value)
        : addUnknown(draft, { is: "other" }, false);
    case "Glob":
    case "BraceExpansion":
      draft.single = false;
      addUnknown(draft, { is: "literal" }, false);
      if (part.parts === undefined && /[$\x60]/.test(part.text))
        throw new NotUnderstood("shell.construct", `${part.text} holds an expansion that is not read`);
      return part.parts?.forEach((inner) => readPart(draft, inner, quoted));
    case "SimpleExpansion":
    case "ParameterExpansion":
      return readParameter(draft, part, quoted);
    case "CommandExpansion":
      if (part.script === undefined || !part.text.startsWith("$("))
        throw new NotUnderstood("shell.substitution", "backticks are not read: write $(...) instead");
      return addUnknown(draft, { is: "commands" }, !quoted);
    case "ArithmeticExpansion":
      if (part.expression === undefined || !/^\$\(\([\w\s+*/%()-]*\)\)$/.test(part.text))
        throw new NotUnderstood("shell.substitution", "arithmetic is understood on numbers alone, as $((1 + 2))");
      return addUnknown(draft, { is: "arithmetic", names: part.text.match(/[a-z_]\w*/gi) ?? [] }, false);
    case "ExtendedGlob":
    case "LocaleString":
    case "ProcessSubstitution":
      // The walk over the tree refuses it, and says what to write.
      return addUnknown(draft, { is: "other" }, true);
  }
}

type Place = { readonly pos: number; readonly end: number; readonly value: string };

function readLiteral(draft: Draft, { pos, end, value }: Place, quoted: boolean): void {
  const raw = draft.source.slice(pos, end);
  // Bash drops a continued line before it looks for expansions, so that "$\⏎(command)" runs the command.
  if (raw.includes("\\\n"))
    throw new NotUnderstood("shell.syntax", "a line may be continued between words, not inside one");
  if (!quoted && /(?! )\p{Z}|[\u0085\ufeff]/u.test(raw))
    throw new NotUnderstood("shell.control-character", "white space outside ASCII must stand in quotes");
  // An interactive shell replaces `!word` before anything else, even in double quotes (bash(1), HISTORY EXPANSION).
  const history = quoted ? /(?<!\[)!(?![ \t\n="()|&;<>]|$)/ : /(?<![[\\])!(?![ \t\n="()|&;<>]|$)/;
  if (history.test(draft.source.slice(Math.max(0, pos - 1), end + 1)) && raw.includes("!"))
    throw new NotUnderstood("shell.history", "'!' before a word may be history expansion: put it in single quotes");
  const isTilde = !quoted && raw.startsWith("~") && draft.text === "" && draft.exact;
  if (isTilde) {
    draft.text = value;
    draft.exact = false;
    draft.certain = 1;
    draft.parts.push({ is: "other" });
    if (value.length > 1) draft.parts.push({ is: "literal" });
  } else addLiteral(draft, value);
}

function addLiteral(draft: Draft, text: string): void {
  draft.text += text;
  if (draft.parts.at(-1)?.is !== "literal") draft.parts.push({ is: "literal" });
}

function addUnknown(draft: Draft, part: WordPart, splits: boolean): void {
  draft.certain ??= draft.text.length;
  draft.exact = false;
  draft.splits ||= splits;
  draft.single &&= !splits;
  if (part.is !== "literal" || draft.parts.at(-1)?.is !== "literal") draft.parts.push(part);
}

/** `$name`, `${name}`, `${#name}` and the operators that read without assigning, indirection, subscripts or expressions. */
const parameter = new RegExp(
  String.raw`^\$(?:(?<plain>[A-Za-z_]\w*|[0-9@*#?$!-])|\{(?:(?<name>[A-Za-z_]\w*|[0-9]+|[@*#?$!-])|#(?:[A-Za-z_]\w*|[@*])` +
    String.raw`|(?<read>[A-Za-z_]\w*|[0-9]+)(?<operator>:?[-+?]|##?|%%?|\/\/?|\^\^?|,,?)(?<operand>[\w\s.:*?%@+=,/[\]^#~-]*)` +
    String.raw`|(?<cut>[A-Za-z_]\w*):(?:\s?\d+|\s-\d+)(?::\d+)?)\})$`,
);

function readParameter(draft: Draft, { text, end }: { text: string; end: number }, quoted: boolean): void {
  const found = parameter.exec(text)?.groups;
  if (found === undefined)
    throw new NotUnderstood(
      "shell.substitution",
      "only plain forms of ${...} are understood, such as ${name} and ${name:-text}",
    );
  const { plain, read, cut, operator = cut === undefined ? "" : ":", operand = "" } = found;
  const name = plain ?? found["name"] ?? "";
  if (name === "HOME" || (name === "PWD" && quoted)) {
    // An absolute path, since it may not be set. Where it is unset, what stands behind it starts the argument.
    const isPath = draft.text === "" && draft.exact && /^"?(?:[/\s;|&)]|$)/.test(draft.source.slice(end));
    if (isPath) draft.text = "/";
    return addUnknown(draft, { is: "other" }, false);
  }
  const variable = read ?? cut ?? name;
  const isName = /^[A-Za-z_]/.test(variable);
  // Status, count and process numbers are digits, which no shell splits: IFS cannot be set to any.
  return addUnknown(
    draft,
    isName ? { is: "variable", name: variable, operator, operand, quoted } : { is: "other" },
    name === "@" || (!quoted && !/^[?#$!]$/.test(name)),
  );
}
