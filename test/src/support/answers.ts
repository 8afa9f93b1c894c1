/** What a scripted model answers. `input` is the exact JSON text of the arguments. */
export type ScriptedBlock =
  | { readonly text: string }
  | { readonly thinking: string; readonly signature: string }
  | { readonly call: string; readonly id: string; readonly input: string }
  | { readonly raw: string };

export type ScriptedAnswer = {
  readonly blocks: readonly ScriptedBlock[];
  /** Default: tool_use where a block is a call, else end_turn. */
  readonly stopReason?: string | null;
  readonly usage?: { readonly [counter: string]: number };
};

const someUsage = { input_tokens: 4, cache_creation_input_tokens: 96, cache_read_input_tokens: 900, output_tokens: 7 };

/** The events of a streamed answer, one string each, as the API sends them (harness/providers/FACTS.md#stream-shapes), data padded. */
export function streamedAnswer({ blocks, usage = someUsage, ...answer }: ScriptedAnswer): readonly string[] {
  const message = { id: "msg_1", type: "message", role: "assistant", model: "m", content: [], stop_reason: null };
  return [
    event({ type: "message_start", message: { ...message, usage: { ...usage, output_tokens: 1 } } }),
    ...blocks.flatMap((block, index) => streamedBlock(block, index)),
    event({ type: "ping" }),
    event({ type: "message_delta", delta: { stop_reason: stopReasonOf({ blocks, ...answer }) }, usage }),
    event({ type: "message_stop" }),
  ];
}

/** The body of an answer that is not streamed. */
export function wholeAnswer({ blocks, usage = someUsage, ...answer }: ScriptedAnswer): string {
  const stopReason = JSON.stringify(stopReasonOf({ blocks, ...answer }));
  return `{"id":"msg_1","type":"message","role":"assistant","content":${contentOf(blocks)},"stop_reason":${stopReason},"usage":${JSON.stringify(usage)}}`;
}

/** The raw content array that an answer with these blocks must be sent back as. */
export function contentOf(blocks: readonly ScriptedBlock[]): string {
  return `[${blocks.map(blockOf).join(",")}]`;
}

function event(data: { readonly type: string; readonly [name: string]: unknown }): string {
  return `event: ${data.type}\ndata: ${JSON.stringify(data)}   \n\n`;
}

function stopReasonOf({ blocks, stopReason }: ScriptedAnswer): string | null {
  if (stopReason !== undefined) return stopReason;
  return blocks.some((block) => "call" in block) ? "tool_use" : "end_turn";
}

function blockOf(block: ScriptedBlock): string {
  if ("text" in block) return JSON.stringify({ type: "text", text: block.text });
  if ("thinking" in block) return JSON.stringify({ type: "thinking", ...block });
  if ("raw" in block) return block.raw;
  return `{"type":"tool_use","id":${JSON.stringify(block.id)},"name":${JSON.stringify(block.call)},"input":${block.input}}`;
}

function streamedBlock(block: ScriptedBlock, index: number): readonly string[] {
  const start = (contentBlock: unknown): string =>
    event({ type: "content_block_start", index, content_block: contentBlock });
  const delta = (change: unknown): string => event({ type: "content_block_delta", index, delta: change });
  const stop = event({ type: "content_block_stop", index });
  if ("text" in block) {
    const pieces = halves(block.text).map((text) => delta({ type: "text_delta", text }));
    return [start({ type: "text", text: "" }), ...pieces, stop];
  }
  if ("thinking" in block) {
    const pieces = halves(block.thinking).map((thinking) => delta({ type: "thinking_delta", thinking }));
    const signature = delta({ type: "signature_delta", signature: block.signature });
    return [start({ type: "thinking", thinking: "" }), ...pieces, signature, stop];
  }
  if ("raw" in block) {
    const value: unknown = JSON.parse(block.raw);
    return [start(value), stop];
  }
  const pieces = halves(block.input).map((json) => delta({ type: "input_json_delta", partial_json: json }));
  return [start({ type: "tool_use", id: block.id, name: block.call, input: {} }), ...pieces, stop];
}

/** Cut before the last code unit: in the middle of a character outside the basic plane, as real streams do. */
function halves(text: string): readonly string[] {
  return [text.slice(0, -1), text.slice(-1)];
}
