import type { CallKind } from "../../stream/answer.ts";
import type { JsonObject } from "../../json-object.ts";

/** How the client answers an item, null if it is not a call, or the provider's own (API reference, "Input items"). */
export function callKindOf({ type, execution }: JsonObject): CallKind | null {
  if (type === "tool_search_call") return execution === "client" ? "other" : null;
  return kinds.get(String(type)) ?? null;
}

const kinds: ReadonlyMap<string, CallKind> = new Map([
  ["function_call", "function"],
  ["custom_tool_call", "custom"],
  ["local_shell_call", "other"],
  ["shell_call", "other"],
  ["apply_patch_call", "other"],
  ["computer_call", "other"],
]);
