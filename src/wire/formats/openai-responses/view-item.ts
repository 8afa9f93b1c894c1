import type { CallKind } from "../../stream/answer.ts";
import { isJsonObject, parseJsonObject, stringOrNull, type JsonObject } from "../../json-object.ts";
import { emptyView, type ElementView } from "../../wire-format.ts";
import { WireFault } from "../../wire-fault.ts";
import { callKindOf } from "./call-kind.ts";

/** An item of `input`. A message may leave its type out. Items of unknown type are the assistant's: they came from it. */
export function viewItem(raw: Buffer): ElementView {
  const item = parseJsonObject(raw.toString("utf8"));
  if (item === null) throw new WireFault("an item is not a JSON object");
  const type = stringOrNull(item["type"]) ?? "message";
  if (type === "message") return viewMessageItem(item);
  const kind = callKindOf(item);
  if (kind !== null) return { ...emptyView, role: "assistant", calls: [callOf(item, kind)] };
  if (type.endsWith("_call_output") || (type === "tool_search_output" && item["execution"] === "client")) {
    return { ...emptyView, role: "user", results: [{ id: stringOrNull(item["call_id"]), name: null }] };
  }
  // Tools declared as input (codex) stand before the conversation.
  return { ...emptyView, role: type === "additional_tools" ? "system" : "assistant" };
}

function viewMessageItem(item: JsonObject): ElementView {
  const role = stringOrNull(item["role"]);
  if (role === null) throw new WireFault("a message has no role");
  const content = item["content"];
  const parts = Array.isArray(content) ? content.filter(isJsonObject) : [];
  return {
    ...emptyView,
    role: role === "developer" ? "system" : role,
    texts: typeof content === "string" ? [content] : parts.flatMap((part) => stringOrNull(part["text"]) ?? []),
    hasMedia: parts.some((part) => part["type"] === "input_image" || part["type"] === "input_file"),
  };
}

function callOf(item: JsonObject, kind: CallKind): ElementView["calls"][number] {
  const id = stringOrNull(item["call_id"]);
  if (id === null) throw new WireFault("a call has no call_id");
  return { id, name: stringOrNull(item["name"]) ?? String(item["type"]), ...(kind === "function" ? {} : { kind }) };
}
