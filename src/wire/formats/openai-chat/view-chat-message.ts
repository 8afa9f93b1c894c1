import { isJsonObject, parseJsonObject, stringOrNull, type JsonObject } from "../../json-object.ts";
import { emptyView, type ElementView } from "../../wire-format.ts";
import { WireFault } from "../../wire-fault.ts";
import { freeText } from "../free-text.ts";
import { writtenArguments } from "../written-arguments.ts";

/** A message of OpenAI Chat. Roles `tool` and `function` are the user's side, `developer` is the system's. */
export function viewChatMessage(raw: Buffer): ElementView {
  const message = parseJsonObject(raw.toString("utf8"));
  if (message === null || typeof message["role"] !== "string") throw new WireFault("a message has no role");
  const role = roles.get(message["role"]) ?? message["role"];
  const isResult = message["role"] === "tool" || message["role"] === "function";
  return {
    ...emptyView,
    role,
    calls: callsOf(message).map(({ id, name }) => ({ id, name })),
    results: isResult ? [{ id: stringOrNull(message["tool_call_id"]), name: stringOrNull(message["name"]) }] : [],
    texts: isResult ? [] : textsOf(message["content"]),
    hasMedia: Array.isArray(message["content"]) && message["content"].some(isMedia),
  };
}

/** The calls of an assistant message, with the arguments as the model wrote them. */
export function callsOf(
  message: JsonObject,
): readonly { readonly id: string; readonly name: string; readonly input: string }[] {
  const calls = message["tool_calls"];
  if (!Array.isArray(calls)) return [];
  return calls.map((call: unknown) => {
    const called = isJsonObject(call) ? (call["function"] ?? call["custom"]) : null;
    const id = isJsonObject(call) ? stringOrNull(call["id"]) : null;
    const name = isJsonObject(called) ? stringOrNull(called["name"]) : null;
    if (!isJsonObject(called) || id === null || name === null) throw new WireFault("a tool call has no id or no name");
    const isCustom = "input" in called;
    return { id, name, input: isCustom ? freeText(called["input"]) : writtenArguments(called["arguments"]) };
  });
}

export function textsOf(content: unknown): readonly string[] {
  if (typeof content === "string") return [content];
  if (!Array.isArray(content)) return [];
  return content.flatMap((part: unknown) => (isJsonObject(part) ? (stringOrNull(part["text"]) ?? []) : []));
}

const roles: ReadonlyMap<string, string> = new Map([
  ["tool", "user"],
  ["function", "user"],
  ["developer", "system"],
]);

function isMedia(part: unknown): boolean {
  return isJsonObject(part) && ["image_url", "input_audio", "file", "video_url"].includes(String(part["type"]));
}
