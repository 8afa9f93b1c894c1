import type { ScriptedBlock } from "./script.ts";

/** One text block, or none of an empty text: no provider takes one. */
export function textBlock(text: unknown): readonly ScriptedBlock[] {
  return typeof text === "string" && text !== "" ? [{ type: "text", text }] : [];
}

export function thinkingBlock(text: unknown): readonly ScriptedBlock[] {
  return typeof text === "string" && text !== "" ? [{ type: "thinking", text }] : [];
}

/** A call with its input, which some wires spell as the text of a JSON object. */
export function callBlock(tool: unknown, input: unknown): readonly ScriptedBlock[] {
  if (typeof tool !== "string") return [];
  return [{ type: "call", tool, input: typeof input === "string" ? parseArguments(input) : (input ?? {}) }];
}

/** What a model wrote and is no JSON stays the text that it is. */
function parseArguments(text: string): unknown {
  try {
    return JSON.parse(text === "" ? "{}" : text);
  } catch {
    return text;
  }
}
