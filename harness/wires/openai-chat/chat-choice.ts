import { type JsonObject, isJsonObject, recordAt, recordsOf } from "../../kernel/json.ts";
import { type ResponseBody, responseDocuments } from "../shared/usage/response-documents.ts";

/** The message of the one choice: whole, or put together from deltas that came to their end. Null for several choices: nothing shows which one goes on. */
export function chatChoice(response: ResponseBody): JsonObject | null {
  const choices = responseDocuments(response, '"choices"').flatMap((document) => recordsOf(document["choices"]));
  if (choices.some(({ index }) => index !== undefined && index !== 0)) return null;
  const whole = choices.map(({ message }) => message).find((message) => isJsonObject(message));
  if (whole !== undefined) return whole;
  return choices.some(({ finish_reason }) => typeof finish_reason === "string") ? assembled(choices) : null;
}

function assembled(choices: readonly JsonObject[]): JsonObject {
  const said: Record<string, string> = {};
  const calls: { id: string | null; name: string; arguments: string }[] = [];
  for (const delta of choices.map((choice) => recordAt(choice, "delta"))) {
    for (const member of ["reasoning_content", "reasoning", "content"]) {
      const more = delta[member];
      if (typeof more === "string") said[member] = `${said[member] ?? ""}${more}`;
    }
    for (const call of recordsOf(delta["tool_calls"])) {
      const named = recordAt(call, "function");
      const partial = (calls[Number(call["index"] ?? 0)] ??= { id: null, name: "", arguments: "" });
      if (typeof call["id"] === "string") partial.id ??= call["id"];
      if (typeof named["name"] === "string") partial.name += named["name"];
      if (typeof named["arguments"] === "string") partial.arguments += named["arguments"];
    }
  }
  const made = calls.filter((call) => call !== undefined);
  const toolCalls = made.map(({ id, ...named }) => ({ ...(id !== null && { id }), function: named }));
  return { ...said, ...(made.length > 0 && { tool_calls: toolCalls }) };
}
