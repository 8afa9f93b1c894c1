import type { Exchange } from "../kernel/exchange.ts";
import { anthropicMessages } from "./anthropic-messages/anthropic-messages.ts";
import { bedrockConverse } from "./bedrock-converse/bedrock-converse.ts";
import type { Dialect } from "./dialect.ts";
import { geminiGenerate } from "./gemini-generate/gemini-generate.ts";
import { openaiChat } from "./openai-chat/openai-chat.ts";
import { openaiResponses } from "./openai-responses/openai-responses.ts";

/** Every wire format that the judge reads. No request is recognised by two of them. */
export const dialects: readonly Dialect[] = [
  anthropicMessages,
  openaiChat,
  openaiResponses,
  geminiGenerate,
  bedrockConverse,
];

/** The dialect of a request, or null where none recognises it. `exchange.request` is valid JSON. */
export function recognise(exchange: Exchange): Dialect | null {
  return dialects.find((dialect) => dialect.recognises(exchange, exchange.request)) ?? null;
}
