import type { Answer, ToolUse } from "../../stream/answer.ts";
import { isJsonObject, parseJsonObject, stringOrNull, type JsonObject } from "../../json-object.ts";
import { joinElements } from "../../join-elements.ts";
import { readElements } from "../../read-elements.ts";
import { lastMember, readObject } from "../../read-object.ts";
import { countOf, inclusiveUsage, unknownUsage, type TokenUsage } from "../../token-usage.ts";
import { WireFault } from "../../wire-fault.ts";
import { freeText } from "../free-text.ts";
import { writtenArguments } from "../written-arguments.ts";
import { callKindOf } from "./call-kind.ts";

/** A whole response object. */
export function readResponse(body: Buffer): Answer {
  const response = parseJsonObject(body.toString("utf8"));
  const output = response === null ? null : lastMember(readObject(body, 0), "output");
  if (response === null || output === null || !Array.isArray(response["output"])) {
    throw new WireFault("the answer is no response: it has no output");
  }
  const items = readElements(body, output.value.start).map(({ start, end }) => body.subarray(start, end));
  return answerOf(response, items);
}

/** The answer with these output items, raw; `response` tells how it ended and what it used. */
export function answerOf(response: JsonObject, items: readonly Buffer[]): Answer {
  const parsed = items.map((item) => parseJsonObject(item.toString("utf8")) ?? {});
  const incomplete = response["incomplete_details"];
  const served = new Set(parsed.filter(isOutput).map((item) => item["call_id"]));
  const status = stringOrNull(response["status"]);
  return {
    id: stringOrNull(response["id"]),
    content: Buffer.concat([Buffer.from("["), joinElements(items), Buffer.from("]")]),
    text: parsed.flatMap(textsOf).join(""),
    calls: parsed.filter((item) => !served.has(item["call_id"])).flatMap(callOf),
    pausedCalls: [],
    stopReason: (isJsonObject(incomplete) ? stringOrNull(incomplete["reason"]) : null) ?? status,
    usage: readResponseUsage(response["usage"]),
  };
}

/** `input_tokens` includes what was read and written; models before GPT-5.6 tell no write. */
function readResponseUsage(value: unknown): TokenUsage {
  if (!isJsonObject(value)) return unknownUsage;
  const details = isJsonObject(value["input_tokens_details"]) ? value["input_tokens_details"] : {};
  return inclusiveUsage({
    prompt: countOf(value["input_tokens"]),
    read: countOf(details["cached_tokens"]),
    write: countOf(details["cache_write_tokens"]),
    output: countOf(value["output_tokens"]),
  });
}

function textsOf(item: JsonObject): readonly string[] {
  if (item["type"] !== "message" || !Array.isArray(item["content"])) return [];
  return item["content"].flatMap((part: unknown) =>
    isJsonObject(part) && part["type"] === "output_text" ? (stringOrNull(part["text"]) ?? []) : [],
  );
}

/** What the provider's own shell has put out stands behind its call in the same answer. */
function isOutput(item: JsonObject): boolean {
  return String(item["type"]).endsWith("_call_output");
}

function callOf(item: JsonObject): readonly ToolUse[] {
  const kind = callKindOf(item);
  const id = stringOrNull(item["call_id"]);
  if (kind === "other") return [{ id, name: String(item["type"]), input: "{}", kind }];
  const name = stringOrNull(item["name"]);
  if (kind === null || id === null || name === null) return [];
  return kind === "custom"
    ? [{ id, name, input: freeText(item["input"]), kind }]
    : [{ id, name, input: writtenArguments(item["arguments"]) }];
}
