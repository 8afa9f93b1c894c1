import {
  type Command,
  forEachChild,
  type HereDoc,
  type ParsedScript,
  type Redirection,
  type Statement,
  type SyntaxNode,
  type TestExpression,
  type While,
  type Word as WordNode,
} from "unbash";
import type { Refusal } from "../shell-rule.ts";
import type { Assignment, Clause, Conditional, Redirect } from "./clause.ts";
import { NotUnderstood } from "./not-understood.ts";
import { readWord } from "./read-word.ts";
import type { Word } from "./word.ts";

/**
 * Reads the tree of a command line into a flat list of what Bash would run: simple commands, `[[ ]]`, heads of `for` loops and the
 * redirections of blocks, those inside substitutions included. Which block a clause stands in does not matter: each one must be harmless
 * by itself.
 *
 * @throws NotUnderstood where a construct is not read.
 */
export function readScript(script: ParsedScript, source: string): readonly Clause[] {
  const clauses: Clause[] = [];
  visit(script, { source, clauses, certain: new Set(script.commands.flatMap(certainIn)) }, 0);
  return clauses;
}

type Reader = {
  readonly source: string;
  readonly clauses: Clause[];
  /** The commands that run in any case. */
  readonly certain: ReadonlySet<SyntaxNode>;
};

/** The first command of a list, and those behind `&&` as long as all before them only assign text. */
function certainIn({ command, background }: Statement): readonly SyntaxNode[] {
  if (background === true) return [];
  const { commands, operators } = command.type === "AndOr" ? command : { commands: [command], operators: [] };
  const first = commands.findIndex((each, at) => operators[at] !== "&&" || !assignsText(each));
  return commands.slice(0, first + 1);
}

function assignsText(node: SyntaxNode): boolean {
  return (
    node.type === "Command" &&
    node.name === undefined &&
    node.redirects.length === 0 &&
    node.prefix.every(
      (each) => each.type === "Assignment" && each.value.type === "Word" && each.value.parts === undefined,
    )
  );
}

const deepest = 64;

function visit(node: SyntaxNode, reader: Reader, depth: number): void {
  if (depth > deepest) throw new NotUnderstood("shell.construct", "blocks and substitutions are nested too deeply");
  if (!understood.has(node.type)) {
    const { rule, reason } = unread[node.type] ?? {
      rule: "shell.construct",
      reason: `a node ${node.type} is not read`,
    };
    throw new NotUnderstood(rule, reason);
  }
  collect(node, reader);
  forEachChild(node, (child) => visit(child, reader, depth + 1));
}

/**
 * The nodes of unbash that an allowed command may hold. A kind that is missing here denies the command, so a newer grammar can add no
 * hole.
 */
const understood: ReadonlySet<string> = new Set(
  (
    "Script Statement CompoundList Elif AndOr Pipeline Negation Time Command Redirected If For While Subshell BraceGroup " +
    "TestCommand TestUnary TestBinary TestLogical TestNot TestGroup Word Literal Glob SingleQuoted DoubleQuoted AnsiCQuoted " +
    "SimpleExpansion ParameterExpansion Default Remove Replace Slice CaseModification CommandExpansion ArithmeticExpansion " +
    "ArithmeticBinary ArithmeticUnary ArithmeticGroup ArithmeticWord BraceExpansion Assignment Redirect FileDescriptor " +
    "HereDoc HereDocDelimiter HereDocBody"
  ).split(" "),
);

const words: Refusal = {
  rule: "shell.construct",
  reason: "functions, arrays and extended globs are not read: write the commands and words out",
};
const here: Refusal = {
  rule: "shell.here-document",
  reason: "here-documents and here-strings are not read: name a file instead, or pipe printf into it",
};
const numbers: Refusal = {
  rule: "shell.substitution",
  reason: "arithmetic is understood on numbers alone, as $((1 + 2))",
};
/** What to write instead of a construct that is not read. */
const unread: Readonly<Record<string, Refusal>> = {
  Function: words,
  ArrayValue: words,
  ExtendedGlob: words,
  HereString: here,
  ArithmeticTernary: numbers,
  ArithmeticCommandExpansion: numbers,
  ArithmeticFor: {
    rule: "shell.construct",
    reason: "counting loops for ((...)) are not read: use for x in 1 2 3",
  },
  ArithmeticCommand: { rule: "shell.construct", reason: "arithmetic commands ((...)) are not read: use [ ... ]" },
  Case: { rule: "shell.construct", reason: "case is not read: use if with [[ ... ]]" },
  Coproc: { rule: "shell.construct", reason: "coprocesses are not read: use a pipe" },
  Select: { rule: "shell.interactive", reason: "select asks at a terminal: use for x in ..." },
  LocaleString: { rule: "shell.construct", reason: 'translated strings ($"...") are not read' },
  ProcessSubstitution: {
    rule: "shell.substitution",
    reason: "process substitution runs a command at the same time: use a pipe or name a file",
  },
  FileDescriptorVariable: {
    rule: "shell.redirect",
    reason:
      "a word in braces directly before a redirection assigns a descriptor's number to a variable: put a blank between them",
  },
};

function collect(node: SyntaxNode, { source, clauses, certain }: Reader): void {
  if (node.type === "Script" && "errors" in node && node.errors !== undefined && node.errors.length > 0)
    throw new NotUnderstood("shell.syntax", `the grammar finds an error: ${node.errors[0]?.message ?? ""}`);
  if (node.type === "While") checkLoop(node);
  if (node.type === "HereDoc" && !isText(node)) throw new NotUnderstood(here.rule, here.reason);
  if (node.type === "Command") clauses.push(readCommand(node, source, certain.has(node)));
  if (node.type === "TestCommand")
    clauses.push({ is: "conditional", start: node.pos, terms: readTerms(node.expression, source) });
  if (node.type === "Redirected")
    clauses.push({
      is: "redirects",
      start: node.redirects[0]?.pos ?? node.end,
      redirects: readRedirects(node.redirects, source),
    });
  if (node.type !== "For") return;
  const { name, wordlist, pos, end } = node;
  if (wordlist === undefined)
    throw new NotUnderstood("shell.construct", "a for loop must name its words: for x in a b c");
  const scope = { start: wordlist.at(-1)?.end ?? name.end, end };
  const variable = readWord(name, source);
  clauses.push({ is: "loop", start: pos, variable, words: wordlist.map((word) => readWord(word, source)), scope });
}

/** Whether nothing in the lines of a here-document is expanded, and they are standard input. */
function isText({ operator, delimiter, descriptor, body }: HereDoc): boolean {
  return operator === "<<" && delimiter?.quoted === true && descriptor === undefined && body.parts === undefined;
}

/** `while read -r name; do`: any other condition is not listed. */
function checkLoop({ kind, clause }: While): void {
  const [statement, ...others] = clause.commands;
  const command = statement?.command;
  const reads = command?.type === "Command" && command.name?.value === "read" && command.redirects.length === 0;
  if (kind === "while" && reads && others.length === 0) return;
  throw new NotUnderstood("shell.construct", `of ${kind} loops only while read ...; do is read: use for x in ...`);
}

function readCommand(command: Command, source: string, isCertain: boolean): Clause {
  const { name, prefix, args } = command;
  const assignments = prefix.flatMap((each) => (each.type === "Assignment" ? [readAssignment(each, source)] : []));
  const redirects = readRedirects(command.redirects, source);
  const called = name === undefined ? [] : [name, ...args];
  const all = called.map((each) => (each.type === "Word" ? readWord(each, source) : asWord(each, source)));
  const start = name?.pos ?? assignments[0]?.start;
  return start === undefined
    ? { is: "redirects", start: command.pos, redirects }
    : { is: "command", start, assignments, words: all, redirects, isCertain: isCertain && redirects.length === 0 };
}

type AssignmentNode = Extract<SyntaxNode, { readonly type: "Assignment" }>;

function readAssignment({ pos, name, append, index, value }: AssignmentNode, source: string): Assignment {
  if (index !== undefined || value.type !== "Word") throw new NotUnderstood(words.rule, words.reason);
  const word = readWord(value, source);
  // An assigned value is neither split nor globbed, and a tilde behind a colon is a folder (bash(1), PARAMETERS).
  const read = { ...word, single: true, text: word.raw.includes(":~") ? null : word.text };
  return { start: pos, name, appends: append === true, value: read };
}

/** An assignment behind the name of a command, as in `export LANG=C`, is one of its words. */
function asWord(node: AssignmentNode, source: string): Word {
  const { value } = readAssignment(node, source);
  const before = source.slice(node.pos, value.start);
  const text = value.text === null ? null : before + value.text;
  return { ...value, start: node.pos, raw: source.slice(node.pos, node.end), text, lead: before + value.lead };
}

function readRedirects(redirects: readonly Redirection[], source: string): readonly Redirect[] {
  return redirects.flatMap((redirect) => {
    if (redirect.type !== "Redirect") return [];
    const { descriptor, operator, target } = redirect;
    if (target === undefined) throw new NotUnderstood("shell.syntax", "a redirection has no target");
    // Linux gives a process about a million descriptors; Bash takes a number that is too large for an argument.
    const number = descriptor?.type === "FileDescriptor" ? descriptor.value : null;
    if (number !== null && number > 999_999)
      throw new NotUnderstood("shell.redirect", `${number} is too large for a descriptor: put a blank behind it`);
    return [{ descriptor: number, operator, target: readWord(target, source) }];
  });
}

function readTerms(node: TestExpression, source: string): Conditional["terms"] {
  const read = (operator: string, ...operands: readonly WordNode[]): Conditional["terms"] => [
    { operator, words: operands.map((word) => readWord(word, source)) },
  ];
  switch (node.type) {
    case "TestUnary":
      return read(node.operator, node.operand);
    case "TestBinary":
      return read(node.operator, node.left, node.right);
    case "TestLogical":
      return node.operands.flatMap((each) => readTerms(each, source));
    case "TestNot":
      return readTerms(node.operand, source);
    case "TestGroup":
      return readTerms(node.expression, source);
  }
}
