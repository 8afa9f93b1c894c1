import { messagesStart } from "../../kernel/memo/fold-messages-memo.ts";
import type { Layout } from "../../kernel/layout.ts";
import type { Span } from "../../kernel/span.ts";

/** The units of each of the last `count` messages, in order. Walked from the end: what is new in a request is mostly little. */
export function lastMessages({ units }: Pick<Layout, "units">, count: number): readonly Span[] {
  const first = messagesStart(units);
  const messages: Span[] = [];
  let end = units.length;
  for (let at = end - 1; at >= first && messages.length < count; at -= 1) {
    if (units[at]?.unit === "block" && at > first) continue;
    messages.push({ start: at, end });
    end = at;
  }
  return messages.reverse();
}
