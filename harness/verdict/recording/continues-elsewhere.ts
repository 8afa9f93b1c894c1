import { wireNamed } from "../../wires/list.ts";
import { continuations } from "../../diagnosis/facts/continuations.ts";
import type { Layout } from "../../kernel/layout.ts";

const QUOTE = 0x22;
const OPEN_BRACE = 0x7b;

/**
 * The part of a request's prompt outside the recording: it continues a response or a conversation that the provider keeps, so its
 * body is only a part of the prompt. Null if the body is the whole prompt.
 */
export function continuesElsewhere({ dialect, body, parameters }: Layout): string | null {
  if (wireNamed(dialect).keepsConversations !== true) return null;
  const named = parameters.find(
    ({ name, value }) =>
      continuations.includes(name) && (body[value.start] === QUOTE || body[value.start] === OPEN_BRACE),
  );
  if (named === undefined) return null;
  return named.name === "conversation"
    ? "continues a conversation that the provider keeps: its prompt is unknown"
    : "continues a response that is not recorded before it: its prompt is unknown";
}
