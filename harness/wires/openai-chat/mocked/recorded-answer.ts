import { type JsonObject, isJsonObject, recordsOf } from "../../../kernel/json.ts";
import { responseDocuments } from "../../shared/usage/response-documents.ts";
import type { ScriptedBlock } from "../../../mock/script/script.ts";
import { callBlock, textBlock, thinkingBlock } from "../../../mock/script/scripted-blocks.ts";
import type { RecordedAnswer } from "../../../mock/script/recorded-answer.ts";

/** An assistant message: reasoning, text, calls. In a stream each comes in deltas. */
export const chatAnswer: RecordedAnswer = {
  ofResponse: (response) => {
    const choices = responseDocuments(response, '"choices"').flatMap(firstChoice);
    const whole = choices.find(({ message }) => isJsonObject(message));
    return toBlocks(whole === undefined ? assembled(choices) : whole["message"]);
  },
  ofHistory: (messages) => messages.flatMap(toBlocks),
};

function firstChoice({ choices }: JsonObject): readonly JsonObject[] {
  return Array.isArray(choices) ? choices.slice(0, 1).filter(isJsonObject) : [];
}

function assembled(choices: readonly JsonObject[]): JsonObject {
  const said: Record<string, string> = {};
  const calls: { name: string; arguments: string }[] = [];
  for (const delta of choices.map((choice) => choice["delta"]).filter(isJsonObject)) {
    for (const member of ["content", "reasoning_content", "reasoning"]) {
      if (typeof delta[member] === "string") said[member] = `${said[member] ?? ""}${delta[member]}`;
    }
    for (const call of recordsOf(delta["tool_calls"])) {
      const partial = (calls[Number(call["index"] ?? 0)] ??= { name: "", arguments: "" });
      const named = isJsonObject(call["function"]) ? call["function"] : {};
      partial.name += typeof named["name"] === "string" ? named["name"] : "";
      partial.arguments += typeof named["arguments"] === "string" ? named["arguments"] : "";
    }
  }
  return { ...said, tool_calls: calls.map((call) => ({ function: call })) };
}

function toBlocks(message: unknown): readonly ScriptedBlock[] {
  if (!isJsonObject(message)) return [];
  const { content, reasoning_content, reasoning, tool_calls } = message;
  const texts = Array.isArray(content) ? recordsOf(content).map(({ text }) => text) : [content];
  return [
    ...thinkingBlock(reasoning_content ?? reasoning),
    ...texts.flatMap(textBlock),
    ...recordsOf(tool_calls).flatMap(({ function: named }) =>
      isJsonObject(named) ? callBlock(named["name"], named["arguments"]) : [],
    ),
  ];
}
