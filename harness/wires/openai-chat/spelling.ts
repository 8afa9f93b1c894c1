import type { BlockKind } from "../../kernel/layout.ts";
import { decodeString } from "../../wire-scan/decode-string.ts";
import { stringIs } from "../../wire-scan/string-is.ts";
import type { BlockSpelling } from "../shared/layout/layout-block.ts";

/**
 * How the wire spells content parts and breakpoints: `cache_control` at DashScope and OpenRouter, `prompt_cache_breakpoint`
 * at OpenAI from GPT-5.6 on and at DashScope from Qwen4 on (harness/providers/FACTS.md#openai-boundaries).
 */
export const spelling: BlockSpelling = { kindOf, marks: ["cache_control", "prompt_cache_breakpoint"] };

function kindOf(body: Buffer, start: number, end: number): BlockKind {
  if (stringIs(body, start, end, "text")) return "text";
  const type = decodeString(body, start, end);
  if (type === "refusal") return "text";
  if (type === "thinking") return "thinking"; // Mistral
  return MEDIA.includes(type) ? "media" : "other";
}

const MEDIA: readonly string[] = ["image_url", "input_audio", "video_url", "video", "file"];
