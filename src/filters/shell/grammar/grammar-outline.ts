import { understoodNodes } from "./understood-nodes.ts";

/**
 * Of a language and of a cursor of web-tree-sitter, what is used here. Its own types name globals that a user's compiler
 * does not know, so they must not show in ours.
 */
export type GrammarLanguage = {
  readonly nodeTypeCount: number;
  readonly nodeTypeForId: (id: number) => string | null;
  readonly nodeTypeIsNamed: (id: number) => boolean;
};
export type GrammarCursor = {
  readonly nodeTypeId: number;
  readonly startIndex: number;
  readonly gotoFirstChild: () => boolean;
  readonly gotoNextSibling: () => boolean;
  readonly gotoParent: () => boolean;
};

/** What the classifier needs of a syntax tree. Offsets are in UTF-16 units, as those of a JavaScript string. */
export type GrammarOutline = {
  /** False where the tree holds an ERROR or a MISSING node. */
  readonly whole: boolean;
  /** The first kind of node that is not in the list of understood ones, or null. */
  readonly unknown: string | null;
  /** Where each command starts (its name, its first assignment, `[[`, `for`), ascending. */
  readonly starts: readonly number[];
};

/** A kind of node, by its number in the language. */
export type NodeKind = { readonly name: string; readonly understood: boolean };

/** The kinds of a language, looked up once: each question to a node is a call into WebAssembly. */
export function listKinds(language: GrammarLanguage): readonly NodeKind[] {
  return Array.from({ length: language.nodeTypeCount }, (_, id) => {
    const name = language.nodeTypeForId(id) ?? "";
    return { name, understood: !language.nodeTypeIsNamed(id) || understoodNodes.has(name) };
  });
}

/** Walks a tree without errors once, without recursion: a long list nests as deep as it is long. */
export function outlineTree(cursor: GrammarCursor, kinds: readonly NodeKind[]): GrammarOutline {
  const starts: number[] = [];
  const ancestors: string[] = [];
  let unknown: string | null = null;
  for (;;) {
    const { name, understood } = kinds[cursor.nodeTypeId] ?? nameless;
    if (!understood) unknown ??= name;
    if (startsCommand(name, ancestors.at(-1))) starts.push(cursor.startIndex);
    if (cursor.gotoFirstChild()) {
      ancestors.push(name);
      continue;
    }
    while (!cursor.gotoNextSibling()) {
      if (!cursor.gotoParent()) return { whole: true, unknown, starts: starts.sort((left, right) => left - right) };
      ancestors.pop();
    }
  }
}

const nameless: NodeKind = { name: "node without a kind", understood: false };

function startsCommand(kind: string, parent: string | undefined): boolean {
  switch (kind) {
    case "command_name":
    case "declaration_command":
    case "unset_command":
    case "test_command":
    case "for_statement":
    case "variable_assignments":
      return true;
    case "variable_assignment":
      return parent !== "command" && parent !== "variable_assignments" && parent !== "declaration_command";
    default:
      return false;
  }
}
