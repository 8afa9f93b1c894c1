import { continuations } from "../diagnosis/facts/call-spelling.ts";
import type { Layout } from "../kernel/layout.ts";

const QUOTE = 0x22;
const OPEN_BRACE = 0x7b;

/** Whether a request goes on from a response or a conversation that the provider keeps: its body is a part of what it asks. */
export function continuesElsewhere({ dialect, body, parameters }: Layout): boolean {
  return (
    dialect === "openai-responses" &&
    parameters.some(
      ({ name, value }) =>
        continuations.includes(name) && (body[value.start] === QUOTE || body[value.start] === OPEN_BRACE),
    )
  );
}
