import { isJsonObject, type JsonObject } from "../../../kernel/json.ts";
import type { BlockKind } from "../../../kernel/layout.ts";

/** A block of an answer, parsed. */
export type AnswerBlock = readonly [kind: BlockKind, value: unknown];

/** Gemini and Bedrock show it by the member that a block has. */
export function wrappedKind(block: JsonObject): BlockKind {
  if (block["thought"] === true || block["reasoningContent"] !== undefined) return "thinking";
  if (typeof block["text"] === "string") return "text";
  return isJsonObject(block["functionCall"]) || isJsonObject(block["toolUse"]) ? "tool-use" : "other";
}
