import type { BlockKind } from "../../kernel/layout.ts";
import { isJsonObject, type JsonObject } from "./json-value.ts";

/** Where the wire formats keep the id of a call: OpenAI's items also have an id of their own. */
const OF_CALL: readonly string[] = ["call_id", "id"];

/** Where they keep the id of the call that a result answers; Chat keeps it outside the content of the message. */
const OF_RESULT: readonly string[] = ["tool_use_id", "call_id"];
const BESIDE_CONTENT = "tool_call_id";

/** The id of a call, or of the call that a result answers. Null for any other block, and if the format has no ids. */
export function readCallId(kind: BlockKind, value: () => JsonObject, around: () => JsonObject): string | null {
  if (kind === "tool-use") {
    const names = isItem(value()) ? OF_CALL.slice(0, 1) : OF_CALL;
    return firstString(value(), names) ?? wrappedId(value(), ["toolUse", "functionCall"]);
  }
  if (kind !== "tool-result") return null;
  const own = firstString(value(), OF_RESULT) ?? wrappedId(value(), ["toolResult", "functionResponse"]);
  return own ?? firstString(around(), [BESIDE_CONTENT]);
}

/** An item of Responses. A call that the provider ran itself has only the item's id, and waits for no result. */
function isItem({ type }: JsonObject): boolean {
  return typeof type === "string" && type.endsWith("_call");
}

/** For Bedrock and Gemini, which wrap a call and a result; Gemini's may have no id. */
function wrappedId(value: JsonObject, wrappers: readonly string[]): string | null {
  const ids = wrappers.map((name) => firstString(value[name], ["toolUseId", "id"]));
  return ids.find((id) => id !== null) ?? null;
}

function firstString(value: unknown, names: readonly string[]): string | null {
  if (!isJsonObject(value)) return null;
  const found = names.map((name) => value[name]).find((each) => typeof each === "string");
  return typeof found === "string" ? found : null;
}
