import { EventStreamCodec } from "@smithy/eventstream-codec";
import { HEAD, type Message, type Said, TOOLS, type WireClient } from "./wire-client.ts";

/** Plain fetch, and Amazon's own codec for what comes back; its SDK is not among our packages. */
export const converseClient: WireClient = {
  name: "bedrock-converse",
  showsThinking: true,
  leastRatio: 0.9,
  ask: async (baseUrl, { messages, streams, lane, head = HEAD, signal, onFirst }) => {
    const model = encodeURIComponent("us.anthropic.claude-sonnet-4-5-20250929-v1:0");
    const response = await fetch(`${baseUrl}/model/${model}/${streams ? "converse-stream" : "converse"}`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        authorization: "Bearer a key",
        ...(lane && { "x-forkproof-lane": lane }),
      },
      body: JSON.stringify({
        system: [{ text: head }, { cachePoint: { type: "default" } }],
        messages: messages.map(encode),
        toolConfig: { tools: TOOLS.map((name) => ({ toolSpec: { name, inputSchema: { json: { type: "object" } } } })) },
      }),
      signal: signal ?? null,
    });
    if (!response.ok) {
      throw new BedrockFault(response.status, `${response.headers.get("x-amzn-errortype")}: ${await response.text()}`);
    }
    return streams ? readStream(response, onFirst) : saidOf((await response.json()) as Conversation);
  },
  words: { 401: /UnrecognizedClient/, 429: /Throttling/, 500: /InternalServer/, 529: /ServiceUnavailable/ },
  dangling: /Expected toolResult blocks at messages\.2\.content for the following Ids: tooluse_parent_1_0/,
  statusOf: (fault) => (fault instanceof BedrockFault ? fault.status : null),
};

class BedrockFault extends Error {
  readonly status: number;

  constructor(status: number, words: string) {
    super(words);
    this.status = status;
  }
}

type Block = {
  readonly text?: string;
  readonly toolUse?: { readonly toolUseId: string; readonly name: string; readonly input: unknown };
  readonly reasoningContent?: { readonly reasoningText: { readonly text: string } };
};

type Conversation = {
  readonly output: { readonly message: { readonly content: readonly Block[] } };
  readonly stopReason: string;
  readonly usage: Readonly<Record<string, number>>;
};

type Delta = {
  readonly text?: string;
  readonly toolUse?: { readonly input: string };
  readonly reasoningContent?: { readonly text?: string; readonly signature?: string };
};

const codec = new EventStreamCodec(
  (bytes) => Buffer.from(bytes).toString("utf8"),
  (text) => Buffer.from(text, "utf8"),
);

async function readStream(response: Response, onFirst?: () => void): Promise<Said> {
  const blocks: { text: string; thinking: string; input: string; tool?: { toolUseId: string; name: string } }[] = [];
  let [held, stopReason, usage]: [Buffer, string, Record<string, number> | null] = [Buffer.alloc(0), "", null];
  for await (const bytes of response.body!) {
    held = Buffer.concat([held, Buffer.from(bytes as Uint8Array)]);
    while (held.length >= 4 && held.length >= held.readUInt32BE(0)) {
      const message = codec.decode(held.subarray(0, held.readUInt32BE(0)));
      held = held.subarray(held.readUInt32BE(0));
      const payload = JSON.parse(Buffer.from(message.body).toString()) as Record<string, unknown>;
      const block = (blocks[Number(payload["contentBlockIndex"] ?? -1)] ??= { text: "", thinking: "", input: "" });
      const delta = (payload["delta"] ?? {}) as Delta;
      block.text += delta.text ?? "";
      block.thinking += delta.reasoningContent?.text ?? "";
      block.input += delta.toolUse?.input ?? "";
      const start = payload["start"] as { toolUse?: { toolUseId: string; name: string } } | undefined;
      if (start?.toolUse !== undefined) block.tool = start.toolUse;
      if (message.headers[":event-type"]?.value === "messageStop") stopReason = String(payload["stopReason"]);
      if (message.headers[":event-type"]?.value === "metadata") usage = payload["usage"] as Record<string, number>;
      onFirst?.();
    }
  }
  if (usage === null) throw new Error("the stream ended before its metadata");
  const content = blocks.map(({ text, thinking, input, tool }): Block => {
    if (tool !== undefined) return { toolUse: { ...tool, input: JSON.parse(input) as unknown } };
    return thinking === "" ? { text } : { reasoningContent: { reasoningText: { text: thinking } } };
  });
  return saidOf({ output: { message: { content } }, stopReason, usage });
}

function encode(message: Message): unknown {
  if ("user" in message)
    return { role: "user", content: [{ text: message.user }, { cachePoint: { type: "default" } }] };
  if ("said" in message) return { role: "assistant", content: message.said.native };
  const results = message.calls.map(({ id }, at) => ({
    toolResult: { toolUseId: id, content: [{ text: message.results[at] }] },
  }));
  return { role: "user", content: [...results, { cachePoint: { type: "default" } }] };
}

const STOPS: Readonly<Record<string, Said["stop"]>> = {
  end_turn: "end",
  tool_use: "calls",
  max_tokens: "length",
  content_filtered: "refusal",
};

function saidOf({ output, stopReason, usage }: Conversation): Said {
  const { content } = output.message;
  const { inputTokens = 0, cacheReadInputTokens = 0, cacheWriteInputTokens = 0 } = usage;
  return {
    text: content.map(({ text = "" }) => text).join(""),
    thinking: content.map(({ reasoningContent }) => reasoningContent?.reasoningText.text ?? "").join(""),
    calls: content.flatMap(({ toolUse }) =>
      toolUse === undefined ? [] : [{ id: toolUse.toolUseId, name: toolUse.name, input: toolUse.input }],
    ),
    stop: STOPS[stopReason] ?? "other",
    usage: {
      total: inputTokens + cacheReadInputTokens + cacheWriteInputTokens,
      read: cacheReadInputTokens,
      output: usage["outputTokens"] ?? null,
    },
    native: content,
  };
}
