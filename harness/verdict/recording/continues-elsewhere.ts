import { wireNamed } from "../../wires/list.ts";
import { continuations } from "../../diagnosis/facts/continuations.ts";
import type { Layout } from "../../kernel/layout.ts";

const QUOTE = 0x22;
const OPEN_BRACE = 0x7b;

/**
 * What of a request stands outside the recording: it goes on from a response or a conversation that the provider keeps, so
 * that its body is a part of what it asks. Null where the body is all of it.
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
