import { NotUnderstood } from "./not-understood.ts";
import { addLiteral, addUnknown, type WordDraft } from "./word-draft.ts";

/** Reads the statements of `$( … )` from `at` and returns the offset behind its `)`. */
export type ReadStatements = (at: number) => number;

/**
 * Reads what a `$` starts. Bash runs code in more places than `$(…)`: arithmetic evaluates the *values* of names and subscripts
 * again, `${x@P}` expands a prompt, `${!x}` dereferences. Only forms that cannot are understood.
 */
export function readExpansion(draft: WordDraft, quoted: boolean, readStatements: ReadStatements): void {
  const { source, at } = draft;
  if (source.startsWith("$((", at)) return readArithmetic(draft);
  switch (source.charAt(at + 1)) {
    case "(":
      draft.at = readStatements(at + 2);
      return addUnknown(draft, { splits: !quoted, part: { is: "commands" } });
    case "{":
      return readParameter(draft, quoted, matchAt(bracedParameter, source, at));
    case "[":
      throw new NotUnderstood("shell.substitution", "arithmetic is understood on numbers alone, as $((1 + 2))");
    case "'":
      return quoted ? readDollar(draft) : readAnsiQuotes(draft);
    case '"':
      if (quoted) return readDollar(draft);
      throw new NotUnderstood("shell.construct", 'translated strings ($"...") are not read');
    default: {
      const plain = matchAt(plainParameter, source, at);
      return plain === null ? readDollar(draft) : readParameter(draft, quoted, plain);
    }
  }
}

const plainParameter = /\$(?<name>[A-Za-z_]\w*|[0-9@*#?$!-])/y;

/**
 * `${name}`, `${#name}` and the operators that read without assigning, indirection, subscripts or expressions. Their word is a run of
 * characters that start nothing of the shell's.
 */
const bracedParameter = new RegExp(
  String.raw`\$\{(?:(?<name>[A-Za-z_]\w*|[0-9]+|[@*#?$!-])|#(?:[A-Za-z_]\w*|[@*])` +
    String.raw`|(?<read>[A-Za-z_]\w*|[0-9]+)(?<operator>:?[-+?]|##?|%%?|\/\/?|\^\^?|,,?)(?<operand>[\w\s.:*?%@+=,/[\]^#~-]*)` +
    String.raw`|(?<cut>[A-Za-z_]\w*):(?:\s?\d+|\s-\d+)(?::\d+)?)\}`,
  "y",
);

function readParameter(draft: WordDraft, quoted: boolean, match: RegExpExecArray | null): void {
  if (match === null) {
    throw new NotUnderstood(
      "shell.substitution",
      "only plain forms of ${...} are understood, such as ${name} and ${name:-text}",
    );
  }
  const name = match.groups?.["name"] ?? "";
  const opensWord = draft.exact && draft.text === "";
  draft.at += match[0].length;
  if (name === "HOME" || (name === "PWD" && quoted)) {
    const known = opensWord && matchAt(endOfPath, draft.source, draft.at) !== null ? "/" : "";
    return addUnknown(draft, { splits: false, known });
  }
  const { read, operator = "", operand = "", cut } = match.groups ?? {};
  const variable = read ?? cut ?? name;
  const part = /^[A-Za-z_]/.test(variable)
    ? ({ is: "variable", name: variable, operator: cut === undefined ? operator : ":", operand, quoted } as const)
    : ({ is: "other" } as const);
  // Status, count and process numbers are digits, which no shell splits: IFS cannot be set to any.
  return addUnknown(draft, { splits: name === "@" || (!quoted && !/^[?#$!]$/.test(name)), part });
}

/**
 * HOME and PWD are absolute paths: assigning to them is refused. Where one is unset, what stands behind it starts the argument,
 * so it must be a slash or nothing.
 */
const endOfPath = /"?(?:[/\s;|&)]|$)/y;

function readArithmetic(draft: WordDraft): void {
  const end = arithmeticEnd(draft.source, draft.at + 3);
  if (end === null) {
    throw new NotUnderstood("shell.substitution", "arithmetic is understood on numbers alone, as $((1 + 2))");
  }
  const names = draft.source.slice(draft.at + 3, end - 2).match(/[a-z_]\w*/gi) ?? [];
  draft.at = end;
  addUnknown(draft, { splits: false, part: { is: "arithmetic", names } });
}

/** Offset behind the closing `))` of an expression on decimal numbers and variables; null for any other. */
function arithmeticEnd(source: string, from: number): number | null {
  let depth = 0;
  for (let at = from; at < source.length; at += 1) {
    const character = source.charAt(at);
    if (character === "(") depth += 1;
    else if (character === ")" && depth > 0) depth -= 1;
    else if (character === ")") return source.charAt(at + 1) === ")" ? at + 2 : null;
    else if (!/[\w\s+*/%-]/.test(character)) return null;
  }
  return null;
}

const ansiQuotes = /\$'(?<body>(?:[^'\\]|\\[^])*)'/y;
const ansiEscapes: Readonly<Record<string, string>> = { t: "\t", n: "\n", "\\": "\\", "'": "'", '"': '"' };

function readAnsiQuotes(draft: WordDraft): void {
  const match = matchAt(ansiQuotes, draft.source, draft.at);
  const body = match?.groups?.["body"];
  if (match === null || body === undefined) throw new NotUnderstood("shell.syntax", "a $'...' is never closed");
  draft.at += match[0].length;
  for (const [part] of body.matchAll(/\\[^]|[^\\]+/g)) {
    const decoded = part.startsWith("\\") ? ansiEscapes[part.charAt(1)] : part;
    if (decoded === undefined) addUnknown(draft, { splits: false });
    else addLiteral(draft, decoded);
  }
}

function readDollar(draft: WordDraft): void {
  addLiteral(draft, "$");
  draft.at += 1;
}

function matchAt(pattern: RegExp, source: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(source);
}
