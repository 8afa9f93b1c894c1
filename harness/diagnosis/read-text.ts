import { isJsonObject, type JsonObject } from "./json-value.ts";

/** Where the wires keep what a block says: a text, a thought, what a tool answered, a summary of reasoning. */
const TEXT_MEMBERS: readonly string[] = ["text", "thinking", "content", "output", "summary"];

/** Members that hold the block proper on Bedrock and Gemini. */
const WRAPPERS: readonly string[] = ["toolResult", "reasoningContent", "reasoningText"];

/** The text of a parsed block, its parts end to end; null where it holds none. */
export function readText(value: JsonObject): string | null {
  for (const name of TEXT_MEMBERS) {
    const text = textIn(value[name]);
    if (text !== null) return text;
  }
  for (const name of WRAPPERS) {
    const inner = value[name];
    if (isJsonObject(inner)) return readText(inner);
  }
  const answer = value["functionResponse"];
  return isJsonObject(answer) && answer["response"] !== undefined ? JSON.stringify(answer["response"]) : null;
}

function textIn(content: unknown): string | null {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return null;
  const texts = content.flatMap((part: unknown) =>
    isJsonObject(part) && typeof part["text"] === "string" ? [part["text"]] : [],
  );
  return texts.length > 0 ? texts.join("") : null;
}
