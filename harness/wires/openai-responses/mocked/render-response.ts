import { isJsonObject } from "../../../kernel/json.ts";
import { cutText } from "../../../mock/script/cut-text.ts";
import type { Answer, Rendering } from "../../../mock/mock-wire.ts";
import { eventStream, wholeDocument } from "../../../mock/rendering.ts";
import type { ScriptedBlock } from "../../../mock/script/script.ts";
import { type AskedResponse, type OutputItem, renderItems } from "./render-items.ts";
import { responsesUsage } from "./responses-usage.ts";

type Json = Readonly<Record<string, unknown>>;

/** The answer that is not streamed. */
export function renderResponse(answer: Answer, asked: AskedResponse): Rendering {
  return wholeDocument(finished(answer, renderItems(answer, asked), asked));
}

/** The events of a streamed answer, numbered, in the order of recorded streams. Usage comes with the last one alone. */
export function renderEvents(answer: Answer, asked: AskedResponse): Rendering {
  const items = renderItems(answer, asked);
  const begun = { ...envelope(answer, asked), status: "in_progress", output: [], usage: null };
  const ended = finished(answer, items, asked);
  const events: readonly Event[] = [
    { type: "response.created", response: begun },
    { type: "response.in_progress", response: begun },
    ...items.flatMap((item, index) => itemEvents(item, answer.message.content[index], index)),
    { type: ended["status"] === "incomplete" ? "response.incomplete" : "response.completed", response: ended },
  ];
  return eventStream(
    events.map(({ type, ...rest }, index) => ({ name: type, data: { type, sequence_number: index, ...rest } })),
    { contentType: "text/event-stream; charset=utf-8" },
  );
}

type Event = { readonly type: string } & Json;

function itemEvents(item: OutputItem, block: ScriptedBlock | undefined, index: number): readonly Event[] {
  const place = { item_id: item.id, output_index: index };
  return [
    { type: "response.output_item.added", output_index: index, item: { ...item, ...unfinished(block, item) } },
    ...(block === undefined ? [] : contentEvents(item, block, place)),
    { type: "response.output_item.done", output_index: index, item },
  ];
}

/** The form of an item before its deltas. */
function unfinished(block: ScriptedBlock | undefined, { type }: OutputItem): Json {
  if (block?.type === "text") return { status: "in_progress", content: [] };
  if (block?.type === "thinking") return { summary: [] };
  return { status: "in_progress", ...(type === "custom_tool_call" ? { input: "" } : { arguments: "" }) };
}

function contentEvents(item: OutputItem, block: ScriptedBlock, place: Json): readonly Event[] {
  switch (block.type) {
    case "text":
      return textEvents(item, block.text, { ...place, content_index: 0 });
    case "thinking": {
      if (Array.isArray(item["summary"]) && item["summary"].length === 0) return [];
      const at = { ...place, summary_index: 0 };
      const part = { type: "summary_text", text: block.text };
      return [
        { type: "response.reasoning_summary_part.added", ...at, part: { ...part, text: "" } },
        ...deltas("response.reasoning_summary_text", block.text, at),
        { type: "response.reasoning_summary_text.done", ...at, text: block.text },
        { type: "response.reasoning_summary_part.done", ...at, part },
      ];
    }
    case "call": {
      const isCustom = item.type === "custom_tool_call";
      const [name, member] = isCustom
        ? ["response.custom_tool_call_input", "input"]
        : ["response.function_call_arguments", "arguments"];
      const written = String(item[member]);
      return [...deltas(name, written, place), { type: `${name}.done`, ...place, [member]: written }];
    }
    default:
      return block satisfies never;
  }
}

function textEvents(item: OutputItem, text: string, at: Json): readonly Event[] {
  const [part] = Array.isArray(item["content"]) ? item["content"] : [];
  if (part.type === "refusal") {
    return [
      { type: "response.content_part.added", ...at, part: { ...part, refusal: "" } },
      ...deltas("response.refusal", text, at),
      { type: "response.refusal.done", ...at, refusal: text },
      { type: "response.content_part.done", ...at, part },
    ];
  }
  return [
    { type: "response.content_part.added", ...at, part: { ...part, text: "" } },
    ...deltas("response.output_text", text, { ...at, logprobs: [] }),
    { type: "response.output_text.done", ...at, text, logprobs: [] },
    { type: "response.content_part.done", ...at, part },
  ];
}

function deltas(name: string, text: string, at: Json): readonly Event[] {
  return cutText(text).map((delta) => ({ type: `${name}.delta`, ...at, delta }));
}

function finished(answer: Answer, output: readonly OutputItem[], asked: AskedResponse): Json {
  const reason = INCOMPLETE[answer.message.stopReason];
  return {
    ...envelope(answer, asked),
    completed_at: Math.floor(answer.nowMs / 1_000),
    status: reason === null ? "completed" : "incomplete",
    incomplete_details: reason === null ? null : { reason },
    output,
    usage: responsesUsage(answer, asked.provider),
    ...answer.diagnosis,
  };
}

const INCOMPLETE = {
  end_turn: null,
  tool_use: null,
  max_tokens: "max_output_tokens",
  refusal: "content_filter",
} as const;

/** Of what a request said only the short members come back; the real one repeats its tools and instructions too. */
function envelope({ name, model, nowMs }: Answer, { body }: AskedResponse): Json {
  return {
    id: `resp_${name}`,
    object: "response",
    created_at: Math.floor(nowMs / 1_000),
    background: false,
    completed_at: null,
    error: null,
    frequency_penalty: 0,
    incomplete_details: null,
    instructions: null,
    max_output_tokens: body["max_output_tokens"] ?? null,
    max_tool_calls: body["max_tool_calls"] ?? null,
    metadata: body["metadata"] ?? {},
    model,
    parallel_tool_calls: body["parallel_tool_calls"] ?? true,
    presence_penalty: 0,
    previous_response_id: body["previous_response_id"] ?? null,
    prompt_cache_key: body["prompt_cache_key"] ?? null,
    prompt_cache_retention: body["prompt_cache_retention"] ?? null,
    reasoning: { effort: null, summary: null, ...(isJsonObject(body["reasoning"]) ? body["reasoning"] : {}) },
    safety_identifier: body["safety_identifier"] ?? null,
    service_tier: "default",
    store: body["store"] ?? true,
    temperature: body["temperature"] ?? 1,
    text: { format: { type: "text" }, verbosity: "medium", ...(isJsonObject(body["text"]) ? body["text"] : {}) },
    tool_choice: body["tool_choice"] ?? "auto",
    tools: [],
    top_logprobs: body["top_logprobs"] ?? 0,
    top_p: body["top_p"] ?? 1,
    truncation: body["truncation"] ?? "disabled",
    user: body["user"] ?? null,
  };
}
