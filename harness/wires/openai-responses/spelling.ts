import type { BlockKind } from "../../kernel/layout.ts";
import { decodeString } from "../../wire-scan/decode-string.ts";
import { stringIs } from "../../wire-scan/string-is.ts";
import type { BlockSpelling } from "../shared/layout/layout-block.ts";

/** How the wire spells content parts and breakpoints (harness/providers/FACTS.md#openai-boundaries; OpenRouter takes Anthropic's too). */
export const spelling: BlockSpelling = { kindOf, marks: ["prompt_cache_breakpoint", "cache_control"] };

function kindOf(body: Buffer, start: number, end: number): BlockKind {
  if (stringIs(body, start, end, "input_text") || stringIs(body, start, end, "output_text")) return "text";
  return itemKind(decodeString(body, start, end));
}

/** The kind of an item or a part of this type. Calls and outputs are many (function, custom, shell, …) and named alike. */
export function itemKind(type: string): BlockKind {
  if (type.endsWith("_call")) return "tool-use";
  if (type.endsWith("_output")) return "tool-result";
  if (type === "reasoning") return "thinking";
  if (type === "refusal") return "text";
  return MEDIA.includes(type) ? "media" : "other";
}

const MEDIA: readonly string[] = ["input_image", "input_file", "input_audio"];
