import { type JsonObject, isJsonObject, recordAt, jsonOrText } from "../../../kernel/json.ts";
import type { BlockKind } from "../../../kernel/layout.ts";
import { canonicalValue, stringsIn } from "./canonical-value.ts";
import { plainText, type SaidItem } from "./said-item.ts";

/** Members that hold the call or the result proper, on wires that wrap it. */
const WRAPPERS: readonly string[] = [
  "function",
  "custom",
  "functionCall",
  "function_call",
  "toolUse",
  "functionResponse",
  "function_response",
  "toolResult",
];

/**
 * The content of a parsed block; null for one without content: an empty text, a thought. `callId` is the call that its message
 * names, as on Chat.
 */
export function readItem(kind: BlockKind, value: unknown, callId: string | null = null): SaidItem | null {
  switch (kind) {
    case "text":
      return textItem(textOf(value));
    case "tool-use":
      return isJsonObject(value) ? callItem(value) : otherItem(value);
    case "tool-result":
      return isJsonObject(value)
        ? resultItem(value, callId)
        : { kind: "result", callId, name: null, text: textOf(value) };
    case "thinking":
      return null;
    case "tool":
    case "media":
    case "other":
      // A client may leave the type of a text away, or spell it as another wire does.
      return isJsonObject(value) && typeof value["text"] === "string" ? textItem(textOf(value)) : otherItem(value);
  }
}

function textItem(text: string): SaidItem | null {
  return text === "" ? null : { kind: "text", text };
}

/** A provider names its items anew. */
function otherItem(value: unknown): SaidItem | null {
  if (!isJsonObject(value)) return { kind: "other", value: canonicalValue(value) };
  const { id: _, ...said } = value;
  const spelled = canonicalValue(said, plainText);
  // Bedrock's breakpoints are blocks of their own.
  return spelled === "{}" ? null : { kind: "other", value: spelled };
}

function callItem(block: JsonObject): SaidItem {
  const call = unwrapped(block);
  const given = call["input"] ?? call["arguments"] ?? call["args"] ?? {};
  const input = typeof given === "string" ? jsonOrText(given) : given;
  const name = [call["namespace"], call["name"]].filter((part) => typeof part === "string").join(".");
  return { kind: "call", id: idOf(block, call), name, input: canonicalValue(input), strings: stringsIn(input) };
}

function resultItem(block: JsonObject, besideContent: string | null): SaidItem {
  const result = unwrapped(block);
  const answered = result["content"] ?? result["output"] ?? result["response"] ?? result["text"];
  const name = typeof result["name"] === "string" ? result["name"] : null;
  return { kind: "result", callId: idOf(block, result) ?? besideContent, name, text: textOf(answered) };
}

/** OpenAI's items have an id of their own in addition to the call's. */
function idOf(block: JsonObject, inner: JsonObject): string | null {
  const ids = [inner["tool_use_id"], inner["call_id"], inner["toolUseId"], inner["id"], block["id"]];
  return ids.find((id) => typeof id === "string") ?? null;
}

function unwrapped(block: JsonObject): JsonObject {
  const name = WRAPPERS.find((each) => isJsonObject(block[each]));
  return name === undefined ? block : recordAt(block, name);
}

/** The text of a string, of a block or of a list of such; of any other value its canonical spelling. */
function textOf(value: unknown): string {
  if (value === undefined || value === null) return "";
  if (typeof value === "string") return plainText(value);
  if (Array.isArray(value))
    return value
      .map(textOf)
      .filter((text) => text !== "")
      .join(" ");
  if (isJsonObject(value) && typeof value["text"] === "string") return plainText(value["text"]);
  return canonicalValue(value, plainText);
}
