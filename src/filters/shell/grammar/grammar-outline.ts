import { type Command, forEachChild, type ParsedScript, type Redirection, type SyntaxNode, type Word } from "unbash";
import type { GrammarOutline, OutlineWord } from "./bash-grammar.ts";
import { understoodNodes } from "./understood-nodes.ts";

/** Walks a tree once. */
export function outlineTree(script: ParsedScript): GrammarOutline {
  const draft: Draft = { whole: true, unknown: null, starts: [], words: [] };
  visit(script, draft);
  draft.starts.sort((left, right) => left - right);
  draft.words.sort((left, right) => left.start - right.start);
  return draft;
}

type Draft = { whole: boolean; unknown: string | null; readonly starts: number[]; readonly words: OutlineWord[] };

function visit(node: SyntaxNode, draft: Draft): void {
  if (!understoodNodes.has(node.type)) draft.unknown ??= node.type;
  collect(node, draft);
  forEachChild(node, (child) => visit(child, draft));
}

function collect(node: SyntaxNode, draft: Draft): void {
  if (isHidden(node)) draft.unknown ??= node.type;
  if (node.type === "Script" && "errors" in node && (node.errors?.length ?? 0) > 0) draft.whole = false;
  if (node.type === "For" || node.type === "TestCommand") draft.starts.push(node.pos);
  if (node.type === "For") for (const word of [node.name, ...(node.wordlist ?? [])]) addWord(word, draft);
  if (node.type === "Redirected") addTargets(node.redirects, draft);
  if (node.type === "Command") collectCommand(node, draft);
}

/** Whether it holds text that is not parsed, or takes a value for a name or a subscript. */
function isHidden(node: SyntaxNode): boolean {
  if (node.type === "CommandExpansion") return node.script === undefined;
  if (node.type === "ArithmeticExpansion") return node.expression === undefined;
  return node.type === "ParameterExpansion" && (node.prefix === "!" || node.index !== undefined);
}

function collectCommand({ name, prefix, args, redirects }: Command, draft: Draft): void {
  const assignments = prefix.filter((each) => each.type === "Assignment");
  const start = name ?? assignments[0];
  if (start !== undefined) draft.starts.push(start.pos);
  for (const each of [...assignments, ...(name === undefined ? [] : [name]), ...args]) {
    if (each.type === "Word") addWord(each, draft);
    else draft.words.push({ start: each.pos, end: each.end, text: null });
  }
  addTargets(redirects, draft);
}

function addWord({ pos, end, value }: Word, draft: Draft): void {
  draft.words.push({ start: pos, end, text: value });
}

function addTargets(redirects: readonly Redirection[], draft: Draft): void {
  for (const redirect of redirects)
    if (redirect.type === "Redirect" && redirect.target !== undefined) addWord(redirect.target, draft);
}
