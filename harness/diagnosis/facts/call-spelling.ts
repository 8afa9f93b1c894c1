import type { DialectName } from "../../kernel/layout.ts";

/** How a wire writes a client's tool call and its result, and where the result must stand. */
export type CallSpelling = {
  readonly call: Spelled;
  readonly result: Spelled;
  /** `next-turn`: in the turn behind the call. `later`: anywhere behind it. */
  readonly answered: "next-turn" | "later";
};

/**
 * - `block` the layout says where its id and type stand. The types are the client's own: the provider's tools are answered by the
 *   provider. Where none is named, what says a type is the provider's
 * - `message` Chat names the call beside the content of the message that answers it
 * - `part` has no id and is counted; its members tell the client's own
 */
export type Spelled =
  | { readonly of: "block"; readonly types: readonly string[] }
  | { readonly of: "message"; readonly id: string }
  | { readonly of: "part"; readonly members: readonly string[] };

/**
 * Wires that answer 400 where calls and results do not belong together. Sources: provider-caches.md 2.5 (Anthropic), 3.5
 * (OpenAI), genkit-ai/aws-bedrock-js-plugin#664 (Bedrock), 4.3 (Gemini, which counts calls and results instead of asking for ids).
 */
export const callSpellings: Partial<Readonly<Record<DialectName, CallSpelling>>> = {
  "anthropic-messages": {
    call: { of: "block", types: ["tool_use"] },
    result: { of: "block", types: ["tool_result"] },
    answered: "next-turn",
  },
  "openai-chat": {
    call: { of: "block", types: ["function", "custom"] },
    result: { of: "message", id: "tool_call_id" },
    answered: "next-turn",
  },
  "openai-responses": {
    call: { of: "block", types: ["function_call", "custom_tool_call"] },
    result: { of: "block", types: ["function_call_output", "custom_tool_call_output"] },
    answered: "later",
  },
  "bedrock-converse": {
    call: { of: "block", types: [] },
    result: { of: "block", types: [] },
    answered: "next-turn",
  },
  "gemini-generate": {
    call: { of: "part", members: ["functionCall", "function_call"] },
    result: { of: "part", members: ["functionResponse", "function_response"] },
    answered: "next-turn",
  },
};

/** Parameters by which a request continues one that the provider keeps. */
export const continuations: readonly string[] = ["previous_response_id", "conversation"];

/** Parameters that name what the provider keeps: calls may lie there. */
export const keepCalls: readonly string[] = [...continuations, "cachedContent", "cached_content"];
