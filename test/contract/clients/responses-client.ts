import OpenAI from "openai";
import type {
  Response,
  ResponseCreateParamsNonStreaming,
  ResponseInputItem,
} from "openai/resources/responses/responses";
import { HEAD, type Message, type Said, TOOLS, type WireClient } from "./wire-client.ts";

/** What `stream` takes; the SDK's declarations do not know exact optional members. */
type StreamParams = Parameters<OpenAI["responses"]["stream"]>[0];

/** OpenAI's own SDK on Responses, keeping no state at the provider. */
export const responsesClient: WireClient = {
  name: "openai-responses",
  showsThinking: true,
  leastRatio: 0.9,
  ask: async (baseUrl, { messages, streams, lane, head = HEAD, signal, onFirst }) => {
    const sdk = new OpenAI({ apiKey: "a key", baseURL: `${baseUrl}/v1`, maxRetries: 0 });
    const body: ResponseCreateParamsNonStreaming = {
      model: "gpt-5.6-sol",
      instructions: head,
      input: messages.flatMap(encode),
      store: false,
      reasoning: { summary: "auto" },
      tools: TOOLS.map((name) => ({ type: "function", name, strict: false, parameters: { type: "object" } })),
    };
    const options = { ...(lane && { headers: { "x-forkproof-lane": lane } }), ...(signal && { signal }) };
    if (!streams) return saidOf(await sdk.responses.create(body, options));
    const stream = sdk.responses.stream(body as StreamParams, options);
    stream.once("event", () => onFirst?.());
    return saidOf(await stream.finalResponse());
  },
  words: { 401: /Incorrect API key/, 429: /Rate limit reached/, 500: /had an error/, 529: /overloaded/ },
  dangling: /No tool output found for function call call_parent_1_0\./,
  statusOf: (fault) => (fault instanceof OpenAI.APIError ? (fault.status ?? null) : null),
};

function encode(message: Message): readonly ResponseInputItem[] {
  if ("user" in message)
    return [{ type: "message", role: "user", content: [{ type: "input_text", text: message.user }] }];
  if ("said" in message) return message.said.native as readonly ResponseInputItem[];
  return message.calls.map(({ id }, at) => ({
    type: "function_call_output",
    call_id: id ?? "",
    output: message.results[at] ?? "",
  }));
}

function saidOf({ output, output_text: text, usage, status, incomplete_details: incomplete }: Response): Said {
  const calls = output.flatMap((item) =>
    item.type === "function_call"
      ? [{ id: item.call_id, name: item.name, input: JSON.parse(item.arguments) as unknown }]
      : [],
  );
  const refusals = output.flatMap((item) =>
    item.type === "message" ? item.content.flatMap((part) => (part.type === "refusal" ? [part.refusal] : [])) : [],
  );
  const whole = calls.length > 0 ? "calls" : "end";
  return {
    text: [text, ...refusals].join(""),
    thinking: output
      .flatMap((item) => (item.type === "reasoning" ? item.summary.map((part) => part.text) : []))
      .join(""),
    calls,
    stop: status === "completed" ? whole : incomplete?.reason === "max_output_tokens" ? "length" : "refusal",
    usage: {
      total: usage?.input_tokens ?? null,
      read: usage?.input_tokens_details.cached_tokens ?? null,
      output: usage?.output_tokens ?? null,
    },
    native: output.map(({ ...item }) => {
      const { parsed: _, parsed_arguments: __, ...plain } = item as Record<string, unknown>;
      return plain;
    }),
  };
}
