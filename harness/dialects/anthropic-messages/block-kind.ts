import type { BlockKind } from "../../kernel/layout.ts";
import { decodeString } from "../../wire-scan/decode-string.ts";
import { stringIs } from "../../wire-scan/string-is.ts";

/** What a content block is, from the raw span of its `type`; the names that fill a conversation are told without a copy. */
export function blockKind(body: Buffer, typeStart: number, typeEnd: number): BlockKind {
  if (stringIs(body, typeStart, typeEnd, "text")) return "text";
  if (stringIs(body, typeStart, typeEnd, "tool_use")) return "tool-use";
  if (stringIs(body, typeStart, typeEnd, "tool_result")) return "tool-result";
  const type = decodeString(body, typeStart, typeEnd);
  if (type.endsWith("tool_use")) return "tool-use";
  if (type.endsWith("tool_result")) return "tool-result";
  if (type.endsWith("thinking")) return "thinking";
  return type === "image" || type === "document" ? "media" : "other";
}
