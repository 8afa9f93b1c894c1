import type { ReadMessage } from "../reading/read-messages.ts";

/** The ids of the tool calls that these messages make and do not answer. */
export function openCalls(messages: readonly ReadMessage[]): ReadonlySet<string> {
  const open = new Set<string>();
  for (const { kind, callId } of messages.flatMap(({ blocks }) => blocks)) {
    if (callId === null) continue;
    if (kind === "tool-use") open.add(callId);
    if (kind === "tool-result") open.delete(callId);
  }
  return open;
}
