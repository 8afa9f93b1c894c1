import { readElements } from "../../read-elements.ts";
import type { Ending, WireFormat } from "../../wire-format.ts";
import { blankToolCalls } from "./blank-tool-calls.ts";
import { ChatAssembler } from "./chat-assembler.ts";
import { encodeChatTurn } from "./encode-chat-turn.ts";
import { readChatAnswer } from "./read-chat-answer.ts";
import { saysSomething } from "./says-something.ts";
import { viewChatMessage } from "./view-chat-message.ts";

/**
 * OpenAI Chat Completions, as OpenAI, DashScope, DeepSeek, MiniMax, Moonshot and Z.ai serve it. The cache key of the
 * parent (`prompt_cache_key`) is in its body, so the fork sends it too.
 */
export const openaiChat: WireFormat = {
  name: "openai-chat",
  history: "messages",
  elementOfText: null,
  members: {
    system: [],
    thinking: ["thinking"],
    effort: ["reasoning_effort"],
    toolChoice: ["tool_choice"],
    temperature: ["temperature"],
    stopSequences: ["stop"],
    responseFormat: ["response_format"],
    keptConversation: null,
    maxTokens: [["max_completion_tokens"], ["max_tokens"]],
  },
  inheritedHeaders: [
    "openai-beta",
    "session_id",
    "x-session-id",
    "x-session-affinity",
    "x-grok-conv-id",
    "x-dashscope-cachecontrol",
  ],
  // Without the option a stream reports no usage (API reference, "stream_options").
  // One answer alone can be continued, however many the parent asked for.
  streaming: { stream: "true", stream_options: '{"include_usage":true}', n: null },
  // An empty list is refused, and so is a word on calls without one ("[] is too short", openai/swarm#30).
  withoutTools: { tools: null, parallel_tool_calls: null },
  view: viewChatMessage,
  answerElements: (content) =>
    readElements(content, 0)
      .map(({ start, end }) => content.subarray(start, end))
      .filter(saysSomething),
  encodeUser: encodeChatTurn,
  encodeAssistant: (text) => Buffer.from(JSON.stringify({ role: "assistant", content: text })),
  breakpoints: null,
  blankArguments: blankToolCalls,
  ending: (stopReason) => endings.get(stopReason ?? "") ?? null,
  readAnswer: readChatAnswer,
  newAssembler: () => new ChatAssembler(),
};

/** Finish reasons (API reference, "The chat completion object"; MiniMax and Z.ai say `sensitive`). */
const endings: ReadonlyMap<string, Ending> = new Map([
  ["stop", "finished"],
  ["tool_calls", "finished"],
  ["function_call", "finished"],
  ["length", "length"],
  ["content_filter", "refusal"],
  ["sensitive", "refusal"],
]);
