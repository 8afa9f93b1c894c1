import type { ReadMessage } from "../reading/read-messages.ts";

/** Whether a message is one tool's result, whose parts are its blocks (Chat). Elsewhere a result is a block. */
export function isResultMessage({ role }: Pick<ReadMessage, "role">): boolean {
  return role === "tool" || role === "function";
}
