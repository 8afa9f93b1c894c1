import type { SaidItem } from "../../wires/shared/said/said-item.ts";
import { plainText } from "../../wires/shared/said/said-item.ts";

/**
 * Whether a user's text is the task that a call gave: a string of the call's input, a part of one, or words of the client's own that end
 * in one. Fewer than three words show a task only where they are the whole string: paths and names are said for other reasons.
 */
export function statesDirective(texts: readonly string[], calls: readonly SaidItem[]): boolean {
  const given = calls.flatMap((call) => (call.kind === "call" ? call.strings : [])).map(plainText);
  return texts.some((text) =>
    given.some(
      (task) =>
        task !== "" &&
        (text === task || (isLong(text) && task.includes(text)) || (isLong(task) && text.endsWith(task))),
    ),
  );
}

function isLong(text: string): boolean {
  return text.split(" ", 3).length === 3;
}
