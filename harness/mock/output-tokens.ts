import { estimateOutput } from "../cache-model/estimate-tokens.ts";
import type { ScriptedBlock, ScriptedMessage } from "./script/script.ts";

/** Output tokens of a whole answer: an estimate, never 0. */
export function outputTokens({ content }: Pick<ScriptedMessage, "content">): number {
  return estimateOutput(content.reduce((bytes, block) => bytes + Buffer.byteLength(payloadOf(block)), 0));
}

/** Those of them that are thinking; 0 where there is none. */
export function reasoningTokens({ content }: Pick<ScriptedMessage, "content">): number {
  const thoughts = content.filter(({ type }) => type === "thinking");
  return thoughts.length === 0 ? 0 : outputTokens({ content: thoughts });
}

/** What the model wrote of a block. */
export function payloadOf(block: ScriptedBlock): string {
  return block.type === "call" ? JSON.stringify(block.input) : block.text;
}
