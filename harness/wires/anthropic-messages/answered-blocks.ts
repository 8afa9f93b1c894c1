import type { BlockKind } from "../../kernel/layout.ts";
import type { AnswerBlock } from "../shared/said/answered-blocks.ts";
import type { ResponseBody } from "../shared/usage/response-documents.ts";
import { readAnswer } from "./read-answer.ts";

export function answeredBlocks(response: ResponseBody): readonly AnswerBlock[] {
  return (readAnswer(response)?.content ?? []).map((block) => [kindOf(block["type"]), block]);
}

function kindOf(type: unknown): BlockKind {
  if (type === "text") return "text";
  if (type === "tool_use" || type === "server_tool_use" || type === "mcp_tool_use") return "tool-use";
  return type === "thinking" || type === "redacted_thinking" ? "thinking" : "other";
}
