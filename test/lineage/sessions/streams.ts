import type { DialectName } from "../../../harness/kernel/layout.ts";
import type { Answer } from "./codec.ts";
import { codecs } from "./codecs/codecs.ts";
import type { JsonObject } from "./json.ts";

/** An answer as server-sent events, texts and arguments in pieces; null where the wire format streams binary frames. */
export function streamed(wire: DialectName, answer: Answer, model: string): readonly string[] | null {
  switch (wire) {
    case "anthropic-messages":
      return messagesEvents(answer, model);
    case "openai-chat":
      return chatEvents(answer, model);
    case "openai-responses":
      return responsesEvents(answer, model);
    case "gemini-generate":
      return [event(null, codecs[wire].response(answer, model))];
    case "bedrock-converse":
      return null;
  }
}

function event(name: string | null, data: JsonObject): string {
  return `${name === null ? "" : `event: ${name}\n`}data: ${JSON.stringify(data)}\n\n`;
}

function pieces(text: string): readonly string[] {
  const middle = text.length >> 1;
  return [text.slice(0, middle), text.slice(middle)].filter((piece) => piece !== "");
}

function messagesEvents(answer: Answer, model: string): readonly string[] {
  const typed = (data: JsonObject & { type: string }): string => event(data.type, data);
  const message = codecs["anthropic-messages"].response({ ...answer, calls: [] }, model);
  const block = (index: number, content_block: JsonObject, deltas: readonly JsonObject[]): readonly string[] => [
    typed({ type: "content_block_start", index, content_block }),
    ...deltas.map((delta) => typed({ type: "content_block_delta", index, delta })),
    typed({ type: "content_block_stop", index }),
  ];
  const { text, thinking, calls } = answer;
  const blocks: (readonly [JsonObject, readonly JsonObject[]])[] = [];
  if (thinking !== null) {
    const deltas = pieces(thinking).map((piece) => ({ type: "thinking_delta", thinking: piece }));
    blocks.push([{ type: "thinking", thinking: "", signature: "" }, deltas]);
  }
  if (text !== null) {
    const deltas = pieces(text).map((piece) => ({ type: "text_delta", text: piece }));
    blocks.push([{ type: "text", text: "" }, deltas]);
  }
  for (const { id, name, input } of calls) {
    const deltas = pieces(JSON.stringify(input)).map((partial_json) => ({ type: "input_json_delta", partial_json }));
    blocks.push([{ type: "tool_use", id, name, input: {} }, deltas]);
  }
  return [
    typed({ type: "message_start", message: { ...message, content: [] } }),
    ...blocks.flatMap(([start, deltas], index) => block(index, start, deltas)),
    typed({ type: "message_delta", delta: { stop_reason: calls.length > 0 ? "tool_use" : "end_turn" } }),
    typed({ type: "message_stop" }),
  ];
}

function chatEvents({ text, thinking, calls }: Answer, model: string): readonly string[] {
  const chunk = (delta: JsonObject, finish_reason: string | null = null): string =>
    event(null, {
      id: "chatcmpl-generated",
      object: "chat.completion.chunk",
      model,
      choices: [{ index: 0, delta, finish_reason }],
    });
  return [
    chunk({ role: "assistant", content: "" }),
    ...pieces(thinking ?? "").map((reasoning_content) => chunk({ reasoning_content })),
    ...pieces(text ?? "").map((content) => chunk({ content })),
    ...calls.flatMap(({ id, name, input }, index) => [
      chunk({ tool_calls: [{ index, id, type: "function", function: { name, arguments: "" } }] }),
      ...pieces(JSON.stringify(input)).map((part) => chunk({ tool_calls: [{ index, function: { arguments: part } }] })),
    ]),
    chunk({}, calls.length > 0 ? "tool_calls" : "stop"),
    "data: [DONE]\n\n",
  ];
}

function responsesEvents(answer: Answer, model: string): readonly string[] {
  const response = codecs["openai-responses"].response(answer, model);
  const output = Array.isArray(response["output"]) ? (response["output"] as JsonObject[]) : [];
  const typed = (data: JsonObject & { type: string }): string => event(data.type, data);
  return [
    typed({ type: "response.created", response: { ...response, status: "in_progress", output: [] } }),
    ...output.flatMap((item, output_index) => [
      typed({ type: "response.output_item.added", output_index, item: { ...item, status: "in_progress" } }),
      typed({ type: "response.output_item.done", output_index, item }),
    ]),
    typed({ type: "response.completed", response }),
  ];
}
