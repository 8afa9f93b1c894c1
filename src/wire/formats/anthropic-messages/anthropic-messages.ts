import type { Ending, WireFormat } from "../../wire-format.ts";
import { AnswerAssembler } from "./answer-assembler.ts";
import { anthropicBreakpoints } from "./breakpoints.ts";
import { blankToolUses } from "./blank-tool-uses.ts";
import { encodeAssistantMessage, encodeUserMessage } from "./encode-message.ts";
import { readJsonAnswer } from "./read-json-answer.ts";
import { withoutBlankTexts } from "./without-blank-texts.ts";
import { viewMessage } from "./view-message.ts";

/** Anthropic Messages. The active betas are part of the cache key; the version decides how the body is read. */
export const anthropicMessages: WireFormat = {
  name: "anthropic-messages",
  history: "messages",
  elementOfText: null,
  members: {
    system: [["system"]],
    thinking: ["thinking"],
    effort: ["output_config", "effort"],
    toolChoice: ["tool_choice"],
    temperature: ["temperature"],
    stopSequences: ["stop_sequences"],
    responseFormat: ["output_config", "format"],
    keptConversation: ["thread", "previous_message_id"],
    maxTokens: [["max_tokens"]],
  },
  inheritedHeaders: ["anthropic-beta", "anthropic-version"],
  // The answer is always streamed: a long one would time out (SDK, "Long requests").
  streaming: { stream: "true" },
  withoutTools: { tools: "[]" },
  view: viewMessage,
  answerElements: (content) => {
    const kept = withoutBlankTexts(content);
    // The API refuses an empty message that is not the last.
    return kept === null ? [] : [encodeAssistantMessage(kept)];
  },
  encodeUser: encodeUserMessage,
  encodeAssistant: (text) => encodeAssistantMessage(Buffer.from(JSON.stringify([{ type: "text", text }]))),
  breakpoints: anthropicBreakpoints,
  blankArguments: blankToolUses,
  ending: (stopReason) => endings.get(stopReason ?? "") ?? null,
  readAnswer: readJsonAnswer,
  newAssembler: () => new AnswerAssembler(),
};

/** Stop reasons of the API (SDK, `StopReason`). */
const endings: ReadonlyMap<string, Ending> = new Map([
  ["end_turn", "finished"],
  ["stop_sequence", "finished"],
  ["tool_use", "finished"],
  ["pause_turn", "paused"],
  ["max_tokens", "length"],
  ["model_context_window_exceeded", "length"],
  ["refusal", "refusal"],
]);
