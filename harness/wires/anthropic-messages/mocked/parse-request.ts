import { type Refusal, invalidRequest } from "../../../providers/refusal.ts";
import { type JsonObject, isJsonObject } from "../../../kernel/json.ts";
import type { Header } from "../../../kernel/exchange.ts";
import type { Layout } from "../../../kernel/layout.ts";
import { betasOf } from "../../../mock/betas-of.ts";
import { parseBody } from "./parse-body.ts";

/** The facts about a Messages request that a mock needs. */
export type MessagesRequest = {
  readonly model: string;
  /** Null in a request that only counts tokens. */
  readonly maxTokens: number | null;
  readonly stream: boolean;
  readonly messages: readonly RequestMessage[];
  readonly system: readonly RequestBlock[];
  readonly toolNames: readonly string[];
  readonly forcesTool: boolean;
  readonly thinks: boolean;
  /** Betas that a header names, without their dates. */
  readonly betas: readonly string[];
  /** The whole body, its texts read as Latin-1. */
  readonly body: JsonObject;
};

export type RequestMessage = { readonly role: string; readonly content: readonly RequestBlock[] };

/** A block by what the checks ask; absent members are null. */
export type RequestBlock = {
  readonly type: string;
  readonly text: string | null;
  readonly id: string | null;
  readonly toolUseId: string | null;
  readonly isMarked: boolean;
};

export type Posted = {
  readonly headers: readonly Header[];
  /** Whether it only counts tokens. */
  readonly counts?: boolean;
  /** The facts that a path holds instead of the body: the model, and whether to stream. */
  readonly named?: { readonly model: string; readonly stream: boolean };
  /** The body's, where it could be laid out. */
  readonly layout?: Layout | null;
};

/** Reads a body, or says in the provider's words why it cannot. */
export function parseRequest(
  body: Buffer,
  { headers, counts = false, named, layout = null }: Posted,
): MessagesRequest | Refusal {
  const value = parseBody(body, layout);
  if (!isJsonObject(value)) return invalidRequest("The request body is not valid JSON.");
  const model = named?.model ?? value["model"];
  const [messages, maxTokens, tools] = [value["messages"], value["max_tokens"], value["tools"]];
  if (typeof model !== "string") return invalidRequest("model: Field required");
  if (!Array.isArray(messages)) return invalidRequest("messages: Field required");
  if (!counts && maxTokens === undefined) return invalidRequest("max_tokens: Field required");
  if (!counts && (typeof maxTokens !== "number" || !Number.isInteger(maxTokens) || maxTokens < 0)) {
    return invalidRequest("max_tokens: Input should be a valid integer");
  }
  const misshapen = messages.findIndex((message) => !isJsonObject(message) || typeof message["role"] !== "string");
  if (misshapen !== -1) return invalidRequest(`messages.${misshapen}: Input does not match the expected shape.`);
  return {
    model,
    maxTokens: typeof maxTokens === "number" ? maxTokens : null,
    stream: named?.stream ?? value["stream"] === true,
    messages: messages.filter(isJsonObject).map(parseMessage),
    // An empty system text counts as missing (recorded).
    system: value["system"] === "" ? [] : parseContent(value["system"]),
    toolNames: Array.isArray(tools) ? tools.filter(isJsonObject).map((tool) => text(tool["name"]) ?? "") : [],
    forcesTool: ["any", "tool"].includes(text(member(value["tool_choice"], "type")) ?? ""),
    thinks: ["enabled", "adaptive"].includes(text(member(value["thinking"], "type")) ?? ""),
    betas: betasOf(headers, value),
    body: value,
  };
}

function parseMessage(message: JsonObject): RequestMessage {
  return { role: text(message["role"]) ?? "", content: parseContent(message["content"]) };
}

function parseContent(content: unknown): readonly RequestBlock[] {
  if (typeof content === "string") return [{ type: "text", text: content, id: null, toolUseId: null, isMarked: false }];
  if (!Array.isArray(content)) return [];
  return content.filter(isJsonObject).map((block) => ({
    type: text(block["type"]) ?? "",
    text: text(block["text"]),
    id: text(block["id"]),
    toolUseId: text(block["tool_use_id"]),
    isMarked: isJsonObject(block["cache_control"]),
  }));
}

function member(value: unknown, name: string): unknown {
  return isJsonObject(value) ? value[name] : undefined;
}

function text(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}
