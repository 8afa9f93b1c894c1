import { wireNamed } from "../../wires/list.ts";
import { readMessage } from "../../wires/shared/said/read-message.ts";
import { readSaidAnswer } from "../../wires/shared/said/read-said-answer.ts";
import { wordsOf } from "../../wires/shared/said/said-item.ts";
import type { Evidence } from "../evidence.ts";

/**
 * Whether the child's history begins with the answer that the parent was given, as its response holds it: a window over the last messages
 * left out all that was said before, and nothing sums it up.
 */
export function beginsWithAnswer({ parent, child }: Pick<Evidence, "parent" | "child">): boolean {
  const { layout, exchange } = parent;
  if (exchange.response === null) return false;
  for (const { envelope, content } of child.messages()) {
    const units = [envelope, ...content];
    const { by, items } = readMessage({ body: child.layout.body, units }, 0, units.length);
    if (items.length === 0) continue;
    if (by !== "model") return false;
    const answer = new Set(readSaidAnswer(wireNamed(layout.dialect), exchange.response).map(wordsOf));
    return items.every((item) => answer.has(wordsOf(item)));
  }
  return false;
}
