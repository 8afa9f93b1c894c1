import type { DialectName } from "../kernel/layout.ts";
import type { JsonObject } from "../kernel/json.ts";
import type { Header } from "../kernel/exchange.ts";
import type { LiveAccess, MockedCounters } from "./provider.ts";

/** OpenAI's two wire formats, as those who copied them serve them below paths of their own. */
export const openaiWires: readonly DialectName[] = ["openai-chat", "openai-responses"];

/** Those and Anthropic's, which some serve for models of their own. */
export const copiedWires: readonly DialectName[] = [...openaiWires, "anthropic-messages"];

export const bearer = (key: string): Header => ["authorization", `Bearer ${key}`];

/** Live access through Chat Completions; the variables are named `PREFIX_API_KEY` and `PREFIX_BASE_URL`. */
export function liveChat(publicUrl: string, prefix: string): LiveAccess {
  const variables = { keyVariable: `${prefix}_API_KEY`, urlVariable: `${prefix}_BASE_URL` };
  return { wires: ["openai-chat"], publicUrl, ...variables, credential: bearer };
}

/** The reads alone, where OpenAI has them. */
export const usageOfReads = ({ read }: Pick<MockedCounters, "read">): JsonObject => ({
  prompt_tokens_details: { cached_tokens: read },
});
