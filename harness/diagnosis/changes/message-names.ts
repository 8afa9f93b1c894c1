import type { ReadMessage } from "../read-messages.ts";

/** The kinds of block that messages hold, each once: what an observation about whole messages can name. */
export function kindsOf(messages: readonly ReadMessage[]): readonly string[] {
  return [...new Set(messages.flatMap(({ blocks }) => blocks.map(({ kind }) => kind)))];
}
