import { recordsOf } from "../../kernel/json.ts";
import type { AnswerBlock } from "../shared/said/answered-blocks.ts";
import type { ResponseBody } from "../shared/usage/response-documents.ts";
import { chatChoice } from "./chat-choice.ts";

export function answeredBlocks(response: ResponseBody): readonly AnswerBlock[] {
  const message = chatChoice(response);
  if (message === null) return [];
  const { content, tool_calls } = message;
  const texts = Array.isArray(content) ? content : [content];
  return [
    ...texts.map((text): AnswerBlock => ["text", text]),
    ...recordsOf(tool_calls).map((call): AnswerBlock => ["tool-use", call]),
  ];
}
