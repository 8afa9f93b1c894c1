import { readElements } from "../../read-elements.ts";
import type { Ending, WireFormat } from "../../wire-format.ts";
import { blankFunctionCall } from "./blank-function-call.ts";
import { encodeInputItems } from "./encode-input-items.ts";
import { readResponse } from "./read-response.ts";
import { ResponsesAssembler } from "./responses-assembler.ts";
import { viewItem } from "./view-item.ts";

/**
 * OpenAI Responses over HTTP. An element is an item of `input`; output items go back as they came, encrypted reasoning
 * included, which is how `store: false` keeps a conversation (API reference, "include").
 */
export const openaiResponses: WireFormat = {
  name: "openai-responses",
  history: "input",
  elementOfText: (text) =>
    Buffer.concat([Buffer.from('{"type":"message","role":"user","content":'), text, Buffer.from("}")]),
  members: {
    system: [["instructions"]],
    thinking: ["reasoning"],
    effort: ["reasoning", "effort"],
    toolChoice: ["tool_choice"],
    temperature: ["temperature"],
    stopSequences: null,
    responseFormat: ["text", "format"],
    keptConversation: ["conversation"],
    maxTokens: [["max_output_tokens"]],
  },
  inheritedHeaders: ["openai-beta", "session_id", "session-id", "x-session-affinity", "x-dashscope-cachecontrol"],
  streaming: { stream: "true" },
  // An empty list is refused, and so is a word on calls without one ("[] is too short", openai/swarm#30).
  withoutTools: { tools: null, parallel_tool_calls: null },
  view: viewItem,
  answerElements: (content) => readElements(content, 0).map(({ start, end }) => content.subarray(start, end)),
  encodeUser: encodeInputItems,
  encodeAssistant: (text) =>
    Buffer.from(
      JSON.stringify({ type: "message", role: "assistant", content: [{ type: "output_text", text, annotations: [] }] }),
    ),
  breakpoints: null,
  blankArguments: blankFunctionCall,
  ending: (stopReason) => endings.get(stopReason ?? "") ?? null,
  readAnswer: readResponse,
  newAssembler: () => new ResponsesAssembler(),
};

/** The status of a response, or the reason of an incomplete one (API reference, "The response object"). */
const endings: ReadonlyMap<string, Ending> = new Map([
  ["completed", "finished"],
  ["max_output_tokens", "length"],
  ["content_filter", "refusal"],
]);
