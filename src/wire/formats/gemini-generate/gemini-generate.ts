import { readElements } from "../../read-elements.ts";
import type { Ending, WireFormat } from "../../wire-format.ts";
import { blankFunctionCalls } from "./blank-function-calls.ts";
import { encodeContent } from "./encode-content.ts";
import { GeminiAssembler } from "./gemini-assembler.ts";
import { withoutEmptyParts } from "./without-empty-parts.ts";
import { viewContent } from "./view-content.ts";

/** Gemini generateContent. The model and whether to stream stand in the URL; the body has no word of either. */
export const geminiGenerate: WireFormat = {
  name: "gemini-generate",
  history: "contents",
  elementOfText: null,
  members: {
    system: [["systemInstruction"], ["system_instruction"]],
    thinking: ["generationConfig", "thinkingConfig"],
    effort: ["generationConfig", "thinkingConfig", "thinkingLevel"],
    toolChoice: ["toolConfig"],
    temperature: ["generationConfig", "temperature"],
    stopSequences: ["generationConfig", "stopSequences"],
    // Its two members, responseMimeType and responseSchema, stand among the others.
    responseFormat: ["generationConfig"],
    keptConversation: null,
    maxTokens: [["generationConfig", "maxOutputTokens"]],
  },
  inheritedHeaders: [],
  streaming: {},
  withoutTools: { tools: "[]" },
  view: viewContent,
  answerElements: (content) =>
    readElements(content, 0).flatMap(({ start, end }) => withoutEmptyParts(content.subarray(start, end)) ?? []),
  encodeUser: encodeContent,
  encodeAssistant: (text) => Buffer.from(JSON.stringify({ role: "model", parts: [{ text }] })),
  breakpoints: null,
  blankArguments: blankFunctionCalls,
  ending: (stopReason) => endings.get(stopReason ?? "") ?? null,
  readAnswer: (body) => {
    const assembler = new GeminiAssembler();
    assembler.accept(body.toString("utf8"));
    return assembler.answer();
  },
  newAssembler: () => new GeminiAssembler(),
};

/** Finish reasons of a candidate (API reference, "FinishReason"). A malformed call is not among them: it brings no content. */
const endings: ReadonlyMap<string, Ending> = new Map([
  ["STOP", "finished"],
  ["MAX_TOKENS", "length"],
  ["SAFETY", "refusal"],
  ["RECITATION", "refusal"],
  ["LANGUAGE", "refusal"],
  ["BLOCKLIST", "refusal"],
  ["PROHIBITED_CONTENT", "refusal"],
  ["SPII", "refusal"],
]);
