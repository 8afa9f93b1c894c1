import type { DialectName } from "../../kernel/layout.ts";

/** How a wire writes a client's tool call and its result, and where the result must stand. */
export type CallSpelling = {
  readonly call: Spelled;
  readonly result: Spelled;
  /** `next-turn`: in the turn behind the call. `later`: anywhere behind it. */
  readonly answered: "next-turn" | "later";
};

export type Spelled = {
  /** The types that are the client's own; the provider's tools are answered by the provider. Of a part, its members that are. */
  readonly types: readonly string[];
  /** The member that holds the id. */
  readonly id: string;
  /** Chat writes the id beside the content of the message; a part of Gemini has none and is counted. */
  readonly of: "block" | "message" | "part";
  /** The member of the block that holds the call or result proper; what is typed there is the provider's own. */
  readonly within?: string;
};

/**
 * Wires that answer 400 where calls and results do not belong together. Sources: provider-caches.md 2.5 (Anthropic), 3.5
 * (OpenAI), genkit-ai/aws-bedrock-js-plugin#664 (Bedrock), 4.3 (Gemini, which counts calls and results instead of asking for ids).
 */
export const callSpellings: Partial<Readonly<Record<DialectName, CallSpelling>>> = {
  "anthropic-messages": {
    call: { types: ["tool_use"], id: "id", of: "block" },
    result: { types: ["tool_result"], id: "tool_use_id", of: "block" },
    answered: "next-turn",
  },
  "openai-chat": {
    call: { types: ["function", "custom"], id: "id", of: "block" },
    result: { types: [], id: "tool_call_id", of: "message" },
    answered: "next-turn",
  },
  "openai-responses": {
    call: { types: ["function_call", "custom_tool_call"], id: "call_id", of: "block" },
    result: { types: ["function_call_output", "custom_tool_call_output"], id: "call_id", of: "block" },
    answered: "later",
  },
  "bedrock-converse": {
    call: { types: [], id: "toolUseId", of: "block", within: "toolUse" },
    result: { types: [], id: "toolUseId", of: "block", within: "toolResult" },
    answered: "next-turn",
  },
  "gemini-generate": {
    call: { types: ["functionCall", "function_call"], id: "", of: "part" },
    result: { types: ["functionResponse", "function_response"], id: "", of: "part" },
    answered: "next-turn",
  },
};

/** Parameters by which a request continues one that the provider keeps. */
export const continuations: readonly string[] = ["previous_response_id", "conversation"];

/** Parameters that name what the provider keeps: calls may lie there. */
export const keepCalls: readonly string[] = [...continuations, "cachedContent", "cached_content"];
