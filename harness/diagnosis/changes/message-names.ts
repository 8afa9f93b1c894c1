import type { ReadMessage } from "../reading/read-messages.ts";

/** The kinds of block that messages hold, each once: what an observation about whole messages can name. */
export function kindsOf(messages: readonly ReadMessage[]): readonly string[] {
  return [...new Set(messages.flatMap(({ blocks }) => blocks.map(({ kind }) => kind)))];
}

/** ` (text, tool-use)`, to stand behind a word; nothing where messages hold no block. */
export function inBrackets(names: readonly string[]): string {
  return names.length === 0 ? "" : ` (${names.join(", ")})`;
}
