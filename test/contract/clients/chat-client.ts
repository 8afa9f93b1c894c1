import OpenAI from "openai";
import type {
  ChatCompletion,
  ChatCompletionCreateParamsNonStreaming,
  ChatCompletionMessageParam,
} from "openai/resources/chat/completions";
import { HEAD, type Message, type Said, TOOLS, type WireClient } from "./wire-client.ts";

/** OpenAI's own SDK on Chat Completions. */
export const chatClient: WireClient = {
  name: "openai-chat",
  showsThinking: false,
  leastRatio: 0.9,
  ask: async (baseUrl, { messages, streams, lane, head = HEAD, signal, onFirst }) => {
    const sdk = new OpenAI({ apiKey: "a key", baseURL: `${baseUrl}/v1`, maxRetries: 0 });
    const body = {
      model: "gpt-5.2",
      messages: [{ role: "system", content: head }, ...messages.flatMap(encode)],
      tools: TOOLS.map((name) => ({ type: "function" as const, function: { name, parameters: { type: "object" } } })),
    } satisfies ChatCompletionCreateParamsNonStreaming;
    const options = { ...(lane && { headers: { "x-forkproof-lane": lane } }), ...(signal && { signal }) };
    if (!streams) return saidOf(await sdk.chat.completions.create(body, options));
    const stream = sdk.chat.completions.stream({ ...body, stream_options: { include_usage: true } }, options);
    stream.once("chunk", () => onFirst?.());
    return saidOf(await stream.finalChatCompletion());
  },
  words: { 401: /Incorrect API key/, 429: /Rate limit reached/, 500: /had an error/, 529: /overloaded/ },
  dangling: /must be followed by tool messages responding to each 'tool_call_id'.*call_parent_1_0/,
  statusOf: (fault) => (fault instanceof OpenAI.APIError ? (fault.status ?? null) : null),
};

function encode(message: Message): readonly ChatCompletionMessageParam[] {
  if ("user" in message) return [{ role: "user", content: message.user }];
  if ("said" in message) return message.said.native as readonly ChatCompletionMessageParam[];
  return message.calls.map(({ id }, at) => ({
    role: "tool",
    tool_call_id: id ?? "",
    content: message.results[at] ?? "",
  }));
}

const STOPS: Readonly<Record<string, Said["stop"]>> = {
  stop: "end",
  tool_calls: "calls",
  length: "length",
  content_filter: "refusal",
};

function saidOf({ choices, usage }: ChatCompletion): Said {
  const { message, finish_reason: finish } = choices[0]!;
  return {
    text: message.content ?? message.refusal ?? "",
    thinking: "",
    calls: (message.tool_calls ?? []).map((call) => ({
      id: call.id,
      name: call.type === "function" ? call.function.name : "",
      input: JSON.parse(call.type === "function" ? call.function.arguments : "null"),
    })),
    stop: STOPS[finish] ?? "other",
    usage: {
      total: usage?.prompt_tokens ?? null,
      read: usage?.prompt_tokens_details?.cached_tokens ?? null,
      output: usage?.completion_tokens ?? null,
    },
    native: [
      { role: "assistant", content: message.content, ...(message.tool_calls && { tool_calls: message.tool_calls }) },
    ],
  };
}
