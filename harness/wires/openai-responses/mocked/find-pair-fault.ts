import type { JsonObject } from "../../../kernel/json.ts";
import { stringOf } from "../../../mock/parse-json-body.ts";

export type PairFault = { readonly fault: "orphan" | "open"; readonly item: string; readonly id: string };

/**
 * The first output without its call before it, or call that the client must answer without an output behind it. With
 * `outputsFirst` an output must stand before the next message.
 */
export function findPairFault(items: readonly JsonObject[], outputsFirst: boolean): PairFault | null {
  const called = new Map<string, string>();
  const open = new Map<string, string>();
  for (const item of items) {
    const type = stringOf(item["type"]) ?? "";
    const id = stringOf(item["call_id"]) ?? (type === "local_shell_call_output" ? stringOf(item["id"]) : null);
    if (outputsFirst && open.size > 0 && (stringOf(item["type"]) ?? "message") === "message") break;
    if (id === null) continue;
    if (OUTPUTS.has(type)) {
      called.set(id, type);
      open.set(id, type);
    } else if (type.endsWith("_call_output")) {
      if (OUTPUTS.get(called.get(id) ?? "")?.includes(type) !== true)
        return { fault: "orphan", item: nameOf(type), id };
      open.delete(id);
    }
  }
  const [unanswered] = open;
  return unanswered === undefined ? null : { fault: "open", item: nameOf(unanswered[1]), id: unanswered[0] };
}

/** `custom_tool_call_output` as the message has it: custom tool call output. */
function nameOf(type: string): string {
  return type.replaceAll("_", " ");
}

/** Calls that the client answers, and the items that answer each (API reference, "Input items"). Codex gave its shell a function's. */
const OUTPUTS: ReadonlyMap<string, readonly string[]> = new Map([
  ["function_call", ["function_call_output"]],
  ["custom_tool_call", ["custom_tool_call_output"]],
  ["local_shell_call", ["local_shell_call_output", "function_call_output"]],
  ["shell_call", ["shell_call_output"]],
  ["apply_patch_call", ["apply_patch_call_output"]],
  ["computer_call", ["computer_call_output"]],
]);

/**
 * Reasoning belongs to the output that follows it. A history that was cut between them is refused, and so is one in which an
 * answer of the caller's own making follows.
 */
export function findLoneReasoning(items: readonly JsonObject[]): string | null {
  const alone = items.find((item, index) => item["type"] === "reasoning" && !isOutput(items[index + 1]));
  return stringOf(alone?.["id"]);
}

function isOutput(item: JsonObject | undefined): boolean {
  if (item === undefined) return false;
  const type = stringOf(item["type"]) ?? "message";
  if (type !== "message") return !type.endsWith("_output");
  return item["role"] === "assistant" && (item["type"] !== undefined || item["id"] !== undefined);
}
