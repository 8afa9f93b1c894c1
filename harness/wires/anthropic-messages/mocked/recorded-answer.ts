import { isJsonObject } from "../../../kernel/json.ts";
import { readAnswer } from "../read-answer.ts";
import type { ScriptedBlock } from "../../../mock/script/script.ts";
import { callBlock, textBlock, thinkingBlock } from "../../../mock/script/scripted-blocks.ts";
import type { RecordedAnswer } from "../../../mock/script/recorded-answer.ts";

/** Content blocks; a server's own tools and redacted thinking are left out. */
export const anthropicAnswer: RecordedAnswer = {
  ofResponse: (response) => (readAnswer(response)?.content ?? []).flatMap(toBlocks),
  ofHistory: (messages) =>
    messages.flatMap((message) => {
      const content = isJsonObject(message) ? message["content"] : null;
      return Array.isArray(content) ? content.flatMap(toBlocks) : textBlock(content);
    }),
};

function toBlocks(block: unknown): readonly ScriptedBlock[] {
  if (!isJsonObject(block)) return [];
  const { type, text, thinking, name, input } = block;
  if (type === "text") return textBlock(text);
  if (type === "thinking") return thinkingBlock(thinking);
  return type === "tool_use" ? callBlock(name, input) : [];
}
