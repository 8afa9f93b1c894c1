import { anthropicMessages } from "./formats/anthropic-messages/anthropic-messages.ts";
import { geminiGenerate } from "./formats/gemini-generate/gemini-generate.ts";
import { openaiChat } from "./formats/openai-chat/openai-chat.ts";
import { openaiResponses } from "./formats/openai-responses/openai-responses.ts";
import type { WireFormat, WireName } from "./wire-format.ts";

/** Every wire format there is. A new one is a folder and a line here. */
export const wireFormats: Readonly<Record<WireName, WireFormat>> = {
  "anthropic-messages": anthropicMessages,
  "openai-chat": openaiChat,
  "openai-responses": openaiResponses,
  "gemini-generate": geminiGenerate,
};
