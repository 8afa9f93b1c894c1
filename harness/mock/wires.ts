import type { RecordedAnswer } from "./script/recorded-answer.ts";
import { anthropicMessages } from "../wires/anthropic-messages/mocked/mock-wire.ts";
import { bedrockConverse } from "../wires/bedrock-converse/mocked/mock-wire.ts";
import { bedrockInvoke } from "../wires/bedrock-converse/mocked/bedrock-invoke.ts";
import { geminiGenerate } from "../wires/gemini-generate/mocked/mock-wire.ts";
import type { MockWire, WireRequest } from "./mock-wire.ts";
import { headerOf } from "./parse-json-body.ts";
import { openaiChat } from "../wires/openai-chat/mocked/mock-wire.ts";
import { openaiResponses } from "../wires/openai-responses/mocked/mock-wire.ts";

/** Every wire that the mocked provider speaks; of those that recognise a request the first has it. */
const mockWires: readonly MockWire[] = [
  bedrockInvoke,
  bedrockConverse,
  anthropicMessages,
  geminiGenerate,
  openaiResponses,
  openaiChat,
];

/** Whose errors answer what names no wire format: most clients without a path of their own speak it. */
export const usualWire: MockWire = openaiChat;

/** Reads the recorded answers of a wire format. */
export function recordedAnswerOf(name: string): RecordedAnswer {
  const recorded = mockWires.find((wire) => wire.name === name)?.recorded;
  if (recorded === undefined) throw new Error(`the mocked provider reads no recorded answers of ${name}`);
  return recorded;
}

/**
 * The wire format of a request, by its path. An unknown path is refused as OpenAI refuses it, or as Anthropic does if a header
 * names its version: gateways send that header along to others' paths, too.
 */
export function wireOf(request: WireRequest): MockWire {
  const named = mockWires.find((wire) => wire.recognises(request));
  return named ?? (headerOf(request.headers, "anthropic-version") === "" ? usualWire : anthropicMessages);
}
