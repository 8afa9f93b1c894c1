import { isJsonObject } from "../json.ts";
import { nearestWord } from "./nearest-word.ts";

/** How other tools spell the members of a scripted answer. */
const OTHERS: Readonly<Record<string, string>> = {
  tool: "call",
  tool_use: "call",
  toolUse: "call",
  tool_call: "call",
  toolCall: "call",
  tool_calls: "call",
  toolCalls: "call",
  function_call: "call",
  functionCall: "call",
  content: "text",
  message: "text",
  response: "text",
  answer: "text",
  reply: "text",
  output: "text",
  status: "error",
  delay: "wait",
  reasoning: "thinking",
};

/** The member of a scripted answer that a mistyped word, or the word of another tool, most likely means; null if no member is alike. */
export function scriptedWord(typed: string, known: readonly string[]): string | null {
  const other = OTHERS[typed];
  return other !== undefined && known.includes(other) ? other : nearestWord(typed, known);
}

const NAMES = ["tool", "name", "toolName", "tool_name", "function"];
const INPUTS = ["input", "arguments", "args", "parameters", "params"];

/** How to write a call that other tools write as `{ name, input }`; null if the value is not one. */
export function rightCall(value: unknown): string | null {
  if (typeof value === "string") return `{ ${value}: {} }`;
  if (!isJsonObject(value)) return null;
  const [name] = NAMES.flatMap((key) => (typeof value[key] === "string" ? [value[key]] : []));
  if (name === undefined) return isJsonObject(value["function"]) ? rightCall(value["function"]) : null;
  const [input] = INPUTS.flatMap((key) => (isJsonObject(value[key]) ? [value[key]] : []));
  return `{ ${name}: ${shortInput(input ?? {})} }`;
}

/** `{ page: 1 }`; a long one is not repeated. */
function shortInput(input: Readonly<Record<string, unknown>>): string {
  const entries = Object.entries(input);
  if (entries.length === 0) return "{}";
  const text = `{ ${entries.map(([key, value]) => `${key}: ${JSON.stringify(value)}`).join(", ")} }`;
  return text.length > MOST ? "{ … }" : text;
}

const MOST = 60;
