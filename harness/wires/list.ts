import type { Exchange } from "../kernel/exchange.ts";
import { anthropicMessages } from "./anthropic-messages/wire.ts";
import { bedrockConverse } from "./bedrock-converse/wire.ts";
import type { Dialect } from "./wire.ts";
import { geminiGenerate } from "./gemini-generate/wire.ts";
import { openaiChat } from "./openai-chat/wire.ts";
import { openaiResponses } from "./openai-responses/wire.ts";

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
