import { isJsonObject, type JsonObject, jsonText } from "./json-value.ts";

/** Where the wires keep what a block says: a text, a thought, what a tool answered, a summary of reasoning. */
const TEXT_MEMBERS: readonly string[] = ["text", "thinking", "content", "output", "summary"];

/** Members that hold the block proper on Bedrock and Gemini. */
const WRAPPERS: readonly string[] = ["toolResult", "reasoningContent", "reasoningText"];

/** The text of a parsed block, with its parts joined; null for a block without text. */
export function readText(value: JsonObject): string | null {
  let holder = value;
  for (;;) {
    for (const name of TEXT_MEMBERS) {
      const text = textIn(holder[name]);
      if (text !== null) return text;
    }
    const inner = WRAPPERS.map((name) => holder[name]).find(isJsonObject);
    if (inner === undefined) break;
    holder = inner;
  }
  const answer = holder["functionResponse"];
  return isJsonObject(answer) && answer["response"] !== undefined ? responseText(answer["response"]) : null;
}

/** Gemini wants an object, so clients put a text into one member, whose name says whether the tool failed. */
function responseText(response: unknown): string {
  const [only, ...others] = isJsonObject(response) ? Object.values(response) : [];
  return typeof only === "string" && others.length === 0 ? only : jsonText(response);
}

function textIn(content: unknown): string | null {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return null;
  const texts = content.flatMap((part: unknown) =>
    isJsonObject(part) && typeof part["text"] === "string" ? [part["text"]] : [],
  );
  return texts.length > 0 ? texts.join("") : null;
}
