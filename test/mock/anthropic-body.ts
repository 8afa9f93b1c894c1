import type { MessageCreateParamsNonStreaming } from "@anthropic-ai/sdk/resources/messages/messages";

/** A parent's request, long enough to be cached: about 4,000 tokens by the estimator. */
export const parentBody: MessageCreateParamsNonStreaming = {
  model: "claude-sonnet-4-6",
  max_tokens: 1024,
  tools: [
    { name: "Read", description: "Reads a file. ".repeat(40), input_schema: { type: "object" } },
    { name: "Bash", description: "Runs a command. ".repeat(40), input_schema: { type: "object" } },
  ],
  system: [{ type: "text", text: "You look after a small shop. ".repeat(400), cache_control: { type: "ephemeral" } }],
  messages: [
    { role: "user", content: [{ type: "text", text: "How many are left?", cache_control: { type: "ephemeral" } }] },
  ],
};

/** The parent's request with its answer and a directive behind it. */
export function forkBody(directive: string, answer: string = "Three."): MessageCreateParamsNonStreaming {
  return {
    ...parentBody,
    messages: [
      { role: "user", content: [{ type: "text", text: "How many are left?" }] },
      { role: "assistant", content: [{ type: "text", text: answer }] },
      { role: "user", content: [{ type: "text", text: directive, cache_control: { type: "ephemeral" } }] },
    ],
  };
}
