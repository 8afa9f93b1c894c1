import { type JsonObject, isJsonObject } from "../../kernel/json.ts";
import type { Layout } from "../../kernel/layout.ts";
import { lineColumn } from "../../wire-scan/line-column.ts";
import type { Rejection } from "../mock-wire.ts";
import { recordsOf } from "../parse-json-body.ts";
import { isOpenAiModel } from "./known-model.ts";
import { badRequest } from "./openai-error.ts";

/** What vendors who speak OpenAI's wires refuse for reasons of their own, in their own words and bodies. All recorded. */
export function checkVendor(body: JsonObject, provider: string, model: string, layout: Layout): Rejection | null {
  switch (provider) {
    case "deepseek":
      return checkDeepSeek(body, model, layout);
    case "groq":
      return checkGroq(model);
    case "openrouter":
      return checkOpenRouter(model);
    case "xai":
      return checkXai(model);
    default:
      return null;
  }
}

const DEEPSEEK = /^deepseek-(?:chat|reasoner|flash|v\d(?:\.\d)?-(?:pro|flash)(?:-(?:\w+-)?exp)?)(?:-\d{4,8})?$/;

/** Those of the models that see nothing but text (recorded of v4-flash). */
const TEXT_ALONE = /^deepseek-(?:chat|reasoner|v4-(?:pro|flash))$/;

function checkDeepSeek(body: JsonObject, model: string, layout: Layout): Rejection | null {
  const invalid = (message: string): Rejection => badRequest(message, null, "invalid_request_error");
  if (!DEEPSEEK.test(model)) {
    return invalid(`The supported API model names are deepseek-v4-pro or deepseek-v4-flash, but you passed ${model}.`);
  }
  const strange = TEXT_ALONE.test(model) ? findStrangePart(body) : null;
  if (strange !== null) {
    const envelope = layout.units.find(({ unit, pointer }) => unit === "envelope" && pointer === strange.pointer);
    const { line, column } = lineColumn(layout.body, envelope?.span.end ?? 0);
    return invalid(
      `Failed to deserialize the JSON body into the target type: ${strange.place}: unknown variant \`${strange.type}\`, expected \`text\` at line ${line} column ${column}`,
    );
  }
  const { thinking, tool_choice: choice } = body;
  const isForced = choice === "required" || isJsonObject(choice);
  const thinks = isJsonObject(thinking) && thinking["type"] === "enabled";
  return isForced && thinks ? invalid("Thinking mode does not support this tool_choice") : null;
}

/** A part of a chat message that is no text. */
function findStrangePart(
  body: JsonObject,
): { readonly pointer: string; readonly place: string; readonly type: string } | null {
  for (const [index, { content }] of recordsOf(body["messages"]).entries()) {
    const strange = recordsOf(content).find(({ type }) => type !== "text");
    if (strange === undefined) continue;
    return { pointer: `/messages/${index}`, place: `messages[${index}]`, type: String(strange["type"]) };
  }
  return null;
}

/** OpenRouter knows its models by vendor and name; of vendors other than OpenAI no list is known. */
function checkOpenRouter(model: string): Rejection | null {
  const [vendor, name = ""] = model.split("/");
  if (vendor !== "openai" || isOpenAiModel(name.split(":")[0] ?? "")) return null;
  const message = `${model} is not a valid model ID`;
  return { ...badRequest(message), document: { error: { message, code: 400 } } };
}

/** Groq's models: those of other vendors behind their names, and the sizes of Llama and its likes that it has had. */
const OF_GROQ =
  /^(?:(?:openai|qwen|moonshotai|meta-llama|groq|canopylabs|playai)\/[\w.-]+|llama-?\d(?:\.\d)?-\d+b-(?:versatile|instant|specdec|preview|\w+-preview|\d+)|gemma2?-\d+b-it|(?:deepseek-r1-distill|qwen|mistral-saba|mixtral|allam|compound-beta)[\w.-]*)$/;

function checkGroq(model: string): Rejection | null {
  if (OF_GROQ.test(model)) return null;
  const message = `The model \`${model}\` does not exist or you do not have access to it.`;
  const error = { message, type: "invalid_request_error", code: "model_not_found" };
  return { ...badRequest(message, null, error.code), status: 404, document: { error } };
}

const GROK = /^grok-(?:\d|code|beta|vision|2|latest)/;

function checkXai(model: string): Rejection | null {
  if (GROK.test(model)) return null;
  const message = `Model not found: ${model}`;
  return { ...badRequest(message), document: { code: "invalid-argument", error: message } };
}
