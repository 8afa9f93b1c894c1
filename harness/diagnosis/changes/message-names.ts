import type { ReadMessage } from "../reading/read-messages.ts";

/** The kinds of block that messages hold, each once, for observations about whole messages. */
export function kindsOf(messages: readonly ReadMessage[]): readonly string[] {
  return [...new Set(messages.flatMap(({ blocks }) => blocks.map(({ kind }) => kind)))];
}

/** ` (text, tool-use)`, to stand behind a word; nothing where messages hold no block. */
export function inBrackets(names: readonly string[]): string {
  return names.length === 0 ? "" : ` (${names.join(", ")})`;
}
