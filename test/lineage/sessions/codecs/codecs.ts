import type { DialectName } from "../../../../harness/kernel/layout.ts";
import type { Codec } from "../codec.ts";
import { anthropic } from "./anthropic.ts";
import { bedrock } from "./bedrock.ts";
import { gemini } from "./gemini.ts";
import { openaiChat } from "./openai-chat.ts";
import { openaiResponses } from "./openai-responses.ts";

export const codecs: Readonly<Record<DialectName, Codec>> = {
  "anthropic-messages": anthropic,
  "openai-chat": openaiChat,
  "openai-responses": openaiResponses,
  "gemini-generate": gemini,
  "bedrock-converse": bedrock,
};
