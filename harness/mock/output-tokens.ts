import { estimateOutput } from "../cache-model/estimate-tokens.ts";
import type { ScriptedBlock, ScriptedMessage } from "./script/script.ts";

/** Output tokens of a whole answer: an estimate, never 0. */
export function outputTokens({ content }: Pick<ScriptedMessage, "content">): number {
  return estimateOutput(content.reduce((bytes, block) => bytes + Buffer.byteLength(payloadOf(block)), 0));
}

/** The thinking part of them; 0 without thinking. */
export function reasoningTokens({ content }: Pick<ScriptedMessage, "content">): number {
  const thoughts = content.filter(({ type }) => type === "thinking");
  return thoughts.length === 0 ? 0 : outputTokens({ content: thoughts });
}

/** The model's output in a block. */
export function payloadOf(block: ScriptedBlock): string {
  return block.type === "call" ? JSON.stringify(block.input) : block.text;
}
