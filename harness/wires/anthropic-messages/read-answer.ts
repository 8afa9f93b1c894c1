import { type JsonObject, isJsonObject, parseJson } from "../../kernel/json.ts";
import { streamTexts } from "../shared/usage/stream-texts.ts";

/** A Messages answer, parsed: its content blocks and why it ended. */
export type ReadAnswer = { readonly content: readonly JsonObject[]; readonly stopReason: string | null };

/** Reads a response's body, JSON or stream; null if it is not a whole message. */
export function readAnswer(response: {
  readonly contentType: string | null;
  readonly body: Buffer;
}): ReadAnswer | null {
  const events = streamTexts(response);
  if (events !== null) return readStream(events);
  const message = parseJson(response.body.toString("utf8"));
  return isJsonObject(message) && Array.isArray(message["content"]) ? answerOf(message["content"], message) : null;
}

function readStream(events: readonly string[]): ReadAnswer | null {
  const blocks: Record<string, unknown>[] = [];
  const inputs: string[] = [];
  let delta: JsonObject = {};
  let isWhole = false;
  for (const data of events) {
    const event = parseJson(data);
    if (!isJsonObject(event)) continue;
    const index = Number(event["index"]);
    if (event["type"] === "content_block_start" && isJsonObject(event["content_block"])) {
      blocks[index] = { ...event["content_block"] };
    } else if (event["type"] === "content_block_delta" && isJsonObject(event["delta"])) {
      addDelta(blocks[index], event["delta"], index, inputs);
    } else if (event["type"] === "message_delta" && isJsonObject(event["delta"])) delta = event["delta"];
    else if (event["type"] === "message_stop") isWhole = true;
  }
  for (const [index, json] of inputs.entries()) {
    const block = blocks[index];
    if (block !== undefined && json !== undefined) block["input"] = parseJson(json) ?? {};
  }
  return isWhole ? answerOf(blocks, delta) : null;
}

function addDelta(
  block: Record<string, unknown> | undefined,
  delta: JsonObject,
  index: number,
  inputs: string[],
): void {
  if (block === undefined) return;
  for (const member of ["text", "thinking", "signature"]) {
    const more = delta[member];
    if (typeof more === "string") block[member] = `${typeof block[member] === "string" ? block[member] : ""}${more}`;
  }
  if (typeof delta["partial_json"] === "string") inputs[index] = (inputs[index] ?? "") + delta["partial_json"];
}

function answerOf(content: readonly unknown[], ended: JsonObject): ReadAnswer {
  const stopReason = ended["stop_reason"];
  return { content: content.filter(isJsonObject), stopReason: typeof stopReason === "string" ? stopReason : null };
}
