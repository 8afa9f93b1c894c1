import type { DialectName } from "../../../kernel/layout.ts";
import { anthropicAnswer } from "./anthropic-answer.ts";
import { chatAnswer } from "./chat-answer.ts";
import { converseAnswer } from "./converse-answer.ts";
import { geminiAnswer } from "./gemini-answer.ts";
import type { RecordedAnswer } from "./recorded-answer.ts";
import { responsesAnswer } from "./responses-answer.ts";

/** By wire. */
export const recordedAnswers: Readonly<Record<DialectName, RecordedAnswer>> = {
  "anthropic-messages": anthropicAnswer,
  "openai-chat": chatAnswer,
  "openai-responses": responsesAnswer,
  "gemini-generate": geminiAnswer,
  "bedrock-converse": converseAnswer,
};
