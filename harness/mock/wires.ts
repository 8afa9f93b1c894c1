import { anthropicMessages } from "./anthropic/anthropic-messages.ts";
import { bedrockConverse } from "./bedrock/bedrock-converse.ts";
import { bedrockInvoke } from "./bedrock/bedrock-invoke.ts";
import { geminiGenerate } from "./gemini/gemini-generate.ts";
import type { MockWire, WireRequest } from "./mock-wire.ts";
import { headerOf } from "./parse-json-body.ts";
import { openaiChat } from "./openai-chat/openai-chat.ts";
import { openaiResponses } from "./openai-responses/openai-responses.ts";

/** Every wire that the mocked provider speaks; of those that recognise a request the first has it. */
const mockWires: readonly MockWire[] = [
  bedrockInvoke,
  bedrockConverse,
  anthropicMessages,
  geminiGenerate,
  openaiResponses,
  openaiChat,
];

/**
 * The wire of a request, by its path. A path that none recognises is refused as OpenAI refuses it, or as Anthropic does where a
 * header names its version: gateways send that header along to others' paths, too.
 */
export function wireOf(request: WireRequest): MockWire {
  const named = mockWires.find((wire) => wire.recognises(request));
  return named ?? (headerOf(request.headers, "anthropic-version") === "" ? openaiChat : anthropicMessages);
}
