import Anthropic from "@anthropic-ai/sdk";
import type {
  Message as Answer,
  MessageCreateParamsNonStreaming,
  MessageParam,
} from "@anthropic-ai/sdk/resources/messages/messages";
import { HEAD, type Message, type Said, TOOLS, type WireClient } from "./wire-client.ts";

/** Anthropic's own SDK. */
export const messagesClient: WireClient = {
  name: "anthropic-messages",
  showsThinking: true,
  leastRatio: 0.9,
  ask: async (baseUrl, { messages, streams, lane, head = HEAD, signal, onFirst }) => {
    const sdk = new Anthropic({ apiKey: "a key", baseURL: baseUrl, maxRetries: 0 });
    const body: MessageCreateParamsNonStreaming = {
      model: "claude-sonnet-4-6",
      max_tokens: 1024,
      cache_control: { type: "ephemeral" },
      system: [{ type: "text", text: head, cache_control: { type: "ephemeral" } }],
      tools: TOOLS.map((name) => ({ name, input_schema: { type: "object" } })),
      messages: messages.map(encode),
    };
    const options = { ...(lane && { headers: { "x-forkproof-lane": lane } }), ...(signal && { signal }) };
    if (!streams) return saidOf(await sdk.messages.create(body, options));
    const stream = sdk.messages.stream(body, options);
    stream.once("streamEvent", () => onFirst?.());
    return saidOf(await stream.finalMessage());
  },
  words: { 401: /invalid x-api-key/, 429: /rate limit/, 500: /Internal server error/, 529: /Overloaded/ },
  dangling: /messages\.1: `tool_use` ids were found without `tool_result` blocks immediately after: toolu_parent_1_0\./,
  statusOf: (fault) => (fault instanceof Anthropic.APIError ? (fault.status ?? null) : null),
};

function encode(message: Message): MessageParam {
  if ("user" in message) return { role: "user", content: [{ type: "text", text: message.user }] };
  if ("said" in message) return { role: "assistant", content: message.said.native as Answer["content"] };
  return {
    role: "user",
    content: message.calls.map(({ id }, at) => ({
      type: "tool_result",
      tool_use_id: id ?? "",
      content: message.results[at] ?? "",
    })),
  };
}

const STOPS: Readonly<Record<string, Said["stop"]>> = {
  end_turn: "end",
  tool_use: "calls",
  max_tokens: "length",
  refusal: "refusal",
};

function saidOf({ content, stop_reason: stop, usage }: Answer): Said {
  const { input_tokens: fresh, cache_read_input_tokens: read, cache_creation_input_tokens: write } = usage;
  return {
    text: content.flatMap((block) => (block.type === "text" ? [block.text] : [])).join(""),
    thinking: content.flatMap((block) => (block.type === "thinking" ? [block.thinking] : [])).join(""),
    calls: content.flatMap((block) =>
      block.type === "tool_use" ? [{ id: block.id, name: block.name, input: block.input }] : [],
    ),
    stop: STOPS[stop ?? ""] ?? "other",
    usage: { total: fresh + (read ?? 0) + (write ?? 0), read, output: usage.output_tokens },
    native: content,
  };
}
