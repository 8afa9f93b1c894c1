import type { BlockKind } from "../../kernel/layout.ts";
import { decodeString } from "../../wire-scan/decode-string.ts";
import { stringIs } from "../../wire-scan/string-is.ts";
import type { BlockSpelling } from "../shared/layout/layout-block.ts";

/** How Anthropic spells blocks and breakpoints. */
export const spelling: BlockSpelling = {
  kindOf,
  marks: ["cache_control"],
  calls: { call: "id", result: "tool_use_id" },
};

/** The most frequent names are matched without a copy. */
function kindOf(body: Buffer, start: number, end: number): BlockKind {
  if (stringIs(body, start, end, "text")) return "text";
  if (stringIs(body, start, end, "tool_use")) return "tool-use";
  if (stringIs(body, start, end, "tool_result")) return "tool-result";
  const type = decodeString(body, start, end);
  if (type.endsWith("tool_use")) return "tool-use";
  if (type.endsWith("tool_result")) return "tool-result";
  if (type.endsWith("thinking")) return "thinking";
  return type === "image" || type === "document" ? "media" : "other";
}
