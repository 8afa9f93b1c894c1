import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import type { BashGrammar } from "./grammar/bash-grammar.ts";
import { listKinds, outlineTree } from "./grammar/grammar-outline.ts";

/**
 * The grammar on web-tree-sitter, loaded on the first call and once a process.
 *
 * @throws Error where the compiled grammar is missing or does not fit the runtime; says where it was looked for.
 */
export function loadGrammar(): Promise<BashGrammar> {
  loading ??= load();
  return loading;
}

let loading: Promise<BashGrammar> | null = null;

async function load(): Promise<BashGrammar> {
  const { Language, Parser } = await import("web-tree-sitter");
  const path = findGrammar();
  await Parser.init();
  const parser = new Parser();
  const language = await Language.load(path);
  const kinds = listKinds(language);
  parser.setLanguage(language);
  return {
    outline: (command) => {
      const tree = parser.parse(command);
      // An error counts wherever it stands, a missing node too: the root knows of both.
      if (tree === null || tree.rootNode.hasError) {
        tree?.delete();
        return { whole: false, unknown: null, starts: [] };
      }
      const cursor = tree.walk();
      const outline = outlineTree(cursor, kinds);
      cursor.delete();
      tree.delete();
      return outline;
    },
  };
}

/** Beside the built code or one folder above it in a package; in a checkout, in the folder of tree-sitter-bash. */
function findGrammar(): string {
  const file = "tree-sitter-bash.wasm";
  const beside = [`./${file}`, `../${file}`].map((path) => fileURLToPath(new URL(path, import.meta.url)));
  const found = beside.find((path) => existsSync(path)) ?? inModules(`tree-sitter-bash/${file}`);
  if (found !== null) return found;
  throw new Error(
    `The Bash grammar is missing: ${file} is neither beside the code (${beside.join(", ")}) nor in the package tree-sitter-bash. ` +
      "Install forkproof again, or run npm ci in a checkout.",
  );
}

function inModules(specifier: string): string | null {
  try {
    return createRequire(import.meta.url).resolve(specifier);
  } catch {
    return null;
  }
}
