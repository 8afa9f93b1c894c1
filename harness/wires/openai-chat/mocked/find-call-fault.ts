import { type JsonObject, recordsOf } from "../../../kernel/json.ts";
import { stringOf } from "../../../mock/parse-json-body.ts";

export type CallFault =
  | { readonly fault: "orphan"; readonly message: number }
  | { readonly fault: "unknown"; readonly message: number; readonly id: string }
  | { readonly fault: "open"; readonly message: number; readonly id: string; readonly ids: string };

/** A tool message without its call, or a call without its tool message right behind it. */
export function findCallFault(messages: readonly JsonObject[]): CallFault | null {
  let caller = 0;
  let open: Set<string> | null = null;
  for (const [message, { role, tool_call_id: answered, tool_calls: called }] of [...messages, {}].entries()) {
    if (role === "tool") {
      const id = stringOf(answered) ?? "";
      if (open === null) return { fault: "orphan", message };
      if (!open.delete(id)) return { fault: "unknown", message, id };
      continue;
    }
    if (open !== null && open.size > 0) {
      const ids: readonly string[] = [...open];
      return { fault: "open", message: caller, id: ids[0] ?? "", ids: ids.join(", ") };
    }
    const calls = recordsOf(called).map(({ id }) => stringOf(id) ?? "");
    open = calls.length > 0 ? new Set(calls) : null;
    caller = message;
  }
  return null;
}
