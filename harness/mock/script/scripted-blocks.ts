import { jsonOrText } from "../../kernel/json.ts";
import type { ScriptedBlock } from "./script.ts";

/** One text block, or an empty list for an empty text: no provider takes an empty block. */
export function textBlock(text: unknown): readonly ScriptedBlock[] {
  return typeof text === "string" && text !== "" ? [{ type: "text", text }] : [];
}

export function thinkingBlock(text: unknown): readonly ScriptedBlock[] {
  return typeof text === "string" && text !== "" ? [{ type: "thinking", text }] : [];
}

/** A call with its input, which some wires spell as the text of a JSON object. */
export function callBlock(tool: unknown, input: unknown): readonly ScriptedBlock[] {
  if (typeof tool !== "string") return [];
  return [
    { type: "call", tool, input: typeof input === "string" ? jsonOrText(input === "" ? "{}" : input) : (input ?? {}) },
  ];
}
