import type { Answer } from "../../stream/answer.ts";
import { isJsonObject, parseJsonObject, stringOrNull, type JsonObject } from "../../json-object.ts";
import { lastMember, readObject } from "../../read-object.ts";
import { readStreamError, type StreamAssembler, type StreamStep } from "../../stream/stream-assembler.ts";
import { unknownUsage } from "../../token-usage.ts";
import { WireFault } from "../../wire-fault.ts";
import { answerOf } from "./read-response.ts";

/**
 * Puts a streamed response together from its finished items, each the raw bytes that its `response.output_item.done`
 * carries. New event types are skipped.
 */
export class ResponsesAssembler implements StreamAssembler {
  readonly endMark = "response.completed";
  readonly #items = new Map<number, Buffer>();
  #response: JsonObject = {};
  #isComplete = false;

  accept(data: string): readonly StreamStep[] {
    if (data === "[DONE]") return [];
    const event = parseJsonObject(data);
    if (event === null) throw new WireFault("an event's data is not a JSON object");
    switch (event["type"]) {
      case "response.created":
        return [{ type: "started", usage: unknownUsage }];
      case "response.output_text.delta":
        return [{ type: "text", text: stringOrNull(event["delta"]) ?? "" }];
      case "response.output_item.done":
        this.#items.set(Number(event["output_index"]), rawItem(Buffer.from(data)));
        return [];
      case "response.completed":
      case "response.incomplete":
        this.#response = isJsonObject(event["response"]) ? event["response"] : {};
        this.#isComplete = true;
        return [];
      case "response.failed":
        return [readStreamError(isJsonObject(event["response"]) ? event["response"]["error"] : null)];
      case "error":
        return [readStreamError(event["error"] ?? event)];
      default:
        return [];
    }
  }

  get isComplete(): boolean {
    return this.#isComplete;
  }

  answer(): Answer {
    const inOrder = [...this.#items].sort(([one], [other]) => one - other);
    return answerOf(
      this.#response,
      inOrder.map(([, item]) => item),
    );
  }
}

function rawItem(data: Buffer): Buffer {
  const item = lastMember(readObject(data, 0), "item");
  if (item === null) throw new WireFault("response.output_item.done has no item");
  return data.subarray(item.value.start, item.value.end);
}
