import { isRecord, type JsonRecord } from "../cache-model/is-record.ts";
import { type WrittenPart, writtenParts } from "../cache-model/written-parts.ts";
import { readAnswer } from "../dialects/anthropic-messages/read-answer.ts";
import { recordAt, type ResponseBody, responseDocuments } from "../dialects/response-documents.ts";
import type { DialectName } from "../kernel/layout.ts";

/** What a recorded answer said; null where its body was not kept whole, and on wires whose providers keep no answers in their caches. */
export function recordedAnswer(dialect: DialectName, response: ResponseBody | null): readonly WrittenPart[] | null {
  const parts = response === null ? [] : writtenParts(saidIn(dialect, response));
  return parts.length === 0 ? null : parts;
}

/** Of its output, what was thought, in tokens; null where nobody counted it. */
export function recordedThought(response: ResponseBody | null, usage: JsonRecord | null): number | null {
  const reported = response === null ? [] : responseDocuments(response, '"reasoning_tokens"');
  const usages = reported.flatMap((document) => [recordAt(document, "usage"), usageOf(recordAt(document, "response"))]);
  for (const used of [...(usage === null ? [] : [usage]), ...usages.toReversed()]) {
    for (const details of ["output_tokens_details", "completion_tokens_details"]) {
      const thought = recordAt(used, details)["reasoning_tokens"];
      if (typeof thought === "number") return thought;
    }
  }
  return null;
}

function usageOf(document: JsonRecord): JsonRecord {
  return recordAt(document, "usage");
}

function saidIn(dialect: DialectName, response: ResponseBody): unknown {
  switch (dialect) {
    case "anthropic-messages":
      return readAnswer(response)?.content;
    case "openai-chat":
      return chatMessage(response);
    case "openai-responses":
      return outputItems(response);
    case "bedrock-converse":
    case "gemini-generate":
      return null;
  }
}

/** Finished items as a stream brings them, or the output of a whole response. */
function outputItems(response: ResponseBody): unknown {
  const documents = responseDocuments(response, '"output');
  const finished = documents.filter(({ type }) => type === "response.output_item.done").map(({ item }) => item);
  if (finished.length === 0) return documents.at(-1)?.["output"];
  return documents.some(({ type }) => type === "response.completed" || type === "response.incomplete")
    ? finished
    : null;
}

/** The message of the one choice: whole, or put together from deltas that came to their end. Of several nobody says which one goes on. */
function chatMessage(response: ResponseBody): unknown {
  const choices = responseDocuments(response, '"choices"').flatMap((document) => recordsIn(document["choices"]));
  if (choices.some(({ index }) => index !== undefined && index !== 0)) return null;
  const whole = choices.find(({ message }) => isRecord(message));
  if (whole !== undefined) return whole["message"];
  return choices.some(({ finish_reason }) => typeof finish_reason === "string") ? assembled(choices) : null;
}

function assembled(choices: readonly JsonRecord[]): JsonRecord {
  const said: Record<string, string> = {};
  const calls: { name: string; arguments: string }[] = [];
  for (const delta of choices.map((choice) => recordAt(choice, "delta"))) {
    for (const member of ["reasoning_content", "reasoning", "content"]) {
      const more = delta[member];
      if (typeof more === "string") said[member] = `${said[member] ?? ""}${more}`;
    }
    for (const call of recordsIn(delta["tool_calls"])) {
      const named = recordAt(call, "function");
      const partial = (calls[Number(call["index"] ?? 0)] ??= { name: "", arguments: "" });
      if (typeof named["name"] === "string") partial.name += named["name"];
      if (typeof named["arguments"] === "string") partial.arguments += named["arguments"];
    }
  }
  const made = calls.filter((call) => call !== undefined);
  return { ...said, ...(made.length > 0 && { tool_calls: made.map((call) => ({ function: call })) }) };
}

function recordsIn(value: unknown): readonly JsonRecord[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}
