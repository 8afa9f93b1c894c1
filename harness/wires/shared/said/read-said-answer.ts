import { type JsonObject, isJsonObject, recordAt } from "../../../kernel/json.ts";
import { type ResponseBody, responseDocuments } from "../usage/response-documents.ts";
import type { BlockKind, DialectName } from "../../../kernel/layout.ts";
import { readAnswer } from "../../anthropic-messages/read-answer.ts";
import { eventStreamPayloads } from "../../bedrock-converse/event-stream-payloads.ts";
import { chatChoice } from "../../openai-chat/chat-choice.ts";
import { readItem } from "./read-item.ts";
import type { SaidItem } from "./said-item.ts";

/** What a model answered, JSON or stream; empty for an answer that never came whole, and for an error. */
export function readSaidAnswer(dialect: DialectName, response: ResponseBody): readonly SaidItem[] {
  return blocksOf(dialect, response).flatMap(([kind, value]) => readItem(kind, value) ?? []);
}

type AnsweredBlock = readonly [kind: BlockKind, value: unknown];

function blocksOf(dialect: DialectName, response: ResponseBody): readonly AnsweredBlock[] {
  switch (dialect) {
    case "anthropic-messages":
      return (readAnswer(response)?.content ?? []).map((block) => [anthropicKind(block["type"]), block]);
    case "openai-chat":
      return chatBlocks(chatChoice(response));
    case "openai-responses":
      return outputItems(response).flatMap(itemBlocks);
    case "gemini-generate":
      return joinedTexts(geminiParts(response).map((part) => [wrappedKind(part), part]));
    case "bedrock-converse":
      return converseContent(response).map((block) => [wrappedKind(block), block]);
  }
}

function anthropicKind(type: unknown): BlockKind {
  if (type === "text") return "text";
  if (type === "tool_use" || type === "server_tool_use" || type === "mcp_tool_use") return "tool-use";
  return type === "thinking" || type === "redacted_thinking" ? "thinking" : "other";
}

/** Gemini and Bedrock tell by the member that a block has. */
function wrappedKind(block: JsonObject): BlockKind {
  if (block["thought"] === true || block["reasoningContent"] !== undefined) return "thinking";
  if (typeof block["text"] === "string") return "text";
  return isJsonObject(block["functionCall"]) || isJsonObject(block["toolUse"]) ? "tool-use" : "other";
}

function chatBlocks(message: JsonObject | null): readonly AnsweredBlock[] {
  if (message === null) return [];
  const { content, tool_calls } = message;
  const texts = Array.isArray(content) ? content : [content];
  return [
    ...texts.map((text): AnsweredBlock => ["text", text]),
    ...recordsIn(tool_calls).map((call): AnsweredBlock => ["tool-use", call]),
  ];
}

/** Finished items as a stream brings them, or the output of a whole response. */
function outputItems(response: ResponseBody): readonly JsonObject[] {
  const documents = responseDocuments(response, '"output');
  const finished = documents.filter(({ type }) => type === "response.output_item.done").map(({ item }) => item);
  return recordsIn(finished.length > 0 ? finished : documents.at(-1)?.["output"]);
}

function itemBlocks(item: JsonObject): readonly AnsweredBlock[] {
  const { type = "message", content } = item;
  if (type === "message") return (Array.isArray(content) ? content : [content]).map((part) => ["text", part]);
  if (type === "reasoning") return [];
  return [[typeof type === "string" && type.endsWith("_call") ? "tool-use" : "other", item]];
}

function geminiParts(response: ResponseBody): readonly JsonObject[] {
  return responseDocuments(response, '"candidates"').flatMap(({ candidates }) => {
    const [first] = recordsIn(candidates);
    return first === undefined ? [] : recordsIn(recordAt(first, "content")["parts"]);
  });
}

/** A stream brings a text in pieces. */
function joinedTexts(blocks: readonly AnsweredBlock[]): readonly AnsweredBlock[] {
  const joined: AnsweredBlock[] = [];
  for (const [kind, value] of blocks) {
    const last = joined.at(-1);
    const isMore = kind === "text" && last?.[0] === "text" && isJsonObject(last[1]) && isJsonObject(value);
    if (isMore) joined[joined.length - 1] = ["text", { text: `${textIn(last[1])}${textIn(value)}` }];
    else joined.push([kind, value]);
  }
  return joined;
}

/** The content of a whole answer, or of a stream in Amazon's binary framing, put together by the index of each block. */
function converseContent(response: ResponseBody): readonly JsonObject[] {
  if (response.contentType?.includes("amazon.eventstream") !== true) {
    return responseDocuments(response, '"output"').flatMap((document) =>
      recordsIn(recordAt(recordAt(document, "output"), "message")["content"]),
    );
  }
  const texts = new Map<number, string>();
  const calls = new Map<number, { readonly start: JsonObject; input: string }>();
  for (const payload of eventStreamPayloads(response.body)) {
    const event = parsed(payload.toString("utf8"));
    if (!isJsonObject(event)) continue;
    const index = Number(event["contentBlockIndex"] ?? 0);
    const start = recordAt(recordAt(event, "start"), "toolUse");
    if (start["toolUseId"] !== undefined) calls.set(index, { start, input: "" });
    const delta = recordAt(event, "delta");
    if (typeof delta["text"] === "string") texts.set(index, (texts.get(index) ?? "") + delta["text"]);
    const more = recordAt(delta, "toolUse")["input"];
    const call = calls.get(index);
    if (typeof more === "string" && call !== undefined) call.input += more;
  }
  const blocks: { readonly index: number; readonly block: JsonObject }[] = [];
  for (const [index, text] of texts) blocks.push({ index, block: { text } });
  for (const [index, { start, input }] of calls) blocks.push({ index, block: { toolUse: { ...start, input } } });
  return blocks.sort((left, right) => left.index - right.index).map(({ block }) => block);
}

function textIn(record: JsonObject): string {
  return typeof record["text"] === "string" ? record["text"] : "";
}

function recordsIn(value: unknown): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
