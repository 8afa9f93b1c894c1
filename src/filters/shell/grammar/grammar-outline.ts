import type { TreeCursor } from "web-tree-sitter";
import { understoodNodes } from "./understood-nodes.ts";

/** What the classifier needs of a syntax tree. Offsets are in UTF-16 units, as those of a JavaScript string. */
export type GrammarOutline = {
  /** False where the tree holds an ERROR or a MISSING node. */
  readonly whole: boolean;
  /** The first kind of node that is not in the list of understood ones, or null. */
  readonly unknown: string | null;
  /** Where each command starts (its name, its first assignment, `[[`, `for`), ascending. */
  readonly starts: readonly number[];
};

/** Walks the tree once, without recursion: a long list nests as deep as it is long. */
export function outlineTree(cursor: TreeCursor): GrammarOutline {
  const starts: number[] = [];
  const ancestors: string[] = [];
  let unknown: string | null = null;
  for (;;) {
    const kind = cursor.nodeType;
    if (cursor.nodeIsMissing) return { whole: false, unknown, starts };
    if (cursor.nodeIsNamed) {
      if (!understoodNodes.has(kind)) unknown ??= kind;
      if (startsCommand(kind, ancestors.at(-1))) starts.push(cursor.startIndex);
    }
    if (cursor.gotoFirstChild()) {
      ancestors.push(kind);
      continue;
    }
    while (!cursor.gotoNextSibling()) {
      if (!cursor.gotoParent()) return { whole: true, unknown, starts: starts.sort((left, right) => left - right) };
      ancestors.pop();
    }
  }
}

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
