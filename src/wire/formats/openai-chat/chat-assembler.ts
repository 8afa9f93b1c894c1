import type { Answer, ToolUse } from "../../stream/answer.ts";
import { isJsonObject, parseJsonObject, stringOrNull, type JsonObject } from "../../json-object.ts";
import { readStreamError, type StreamAssembler, type StreamStep } from "../../stream/stream-assembler.ts";
import { unknownUsage, type TokenUsage } from "../../token-usage.ts";
import { WireFault } from "../../wire-fault.ts";
import { usageOfChunk } from "./chat-usage.ts";
import { freeText } from "../free-text.ts";
import { pieceOfArguments, writtenArguments } from "../written-arguments.ts";

type PartialCall = { id: string; name: string; input: string; isCustom: boolean };

/**
 * Puts a streamed chat completion together. The message is written by us, since its raw form never crosses the wire: role,
 * content, reasoning, calls, in this order, the same bytes for the same answer. `reasoning_content` is kept with calls:
 * thinking models refuse a tool turn that comes back without it (DeepSeek docs, "Thinking mode").
 */
export class ChatAssembler implements StreamAssembler {
  readonly endMark = "[DONE]";
  readonly #calls = new Map<number, PartialCall>();
  #id: string | null = null;
  #text = "";
  #reasoning = "";
  #refusal = "";
  #stopReason: string | null = null;
  #usage: TokenUsage = unknownUsage;
  #isStarted = false;
  #isDone = false;

  accept(data: string): readonly StreamStep[] {
    if (data === "[DONE]") {
      this.#isDone = true;
      return [];
    }
    const chunk = parseJsonObject(data);
    if (chunk === null) throw new WireFault("an event's data is not a JSON object");
    if (chunk["error"] !== undefined && chunk["error"] !== null) return [readStreamError(chunk["error"])];
    const steps: StreamStep[] = [];
    if (!this.#isStarted) steps.push({ type: "started", usage: unknownUsage });
    this.#isStarted = true;
    this.#id ??= stringOrNull(chunk["id"]);
    this.#usage = usageOfChunk(chunk) ?? this.#usage;
    const choice = firstChoice(chunk);
    if (choice !== null) steps.push(...this.#extend(choice));
    return steps;
  }

  /** Some gateways leave `[DONE]` out; the finish reason says as much. */
  get isComplete(): boolean {
    return this.#isDone || this.#stopReason !== null;
  }

  answer(): Answer {
    const calls = [...this.#calls.values()];
    const message = {
      role: "assistant",
      content: this.#text === "" && calls.length > 0 ? null : this.#text,
      ...(this.#refusal === "" ? {} : { refusal: this.#refusal }),
      ...(this.#reasoning === "" || calls.length === 0 ? {} : { reasoning_content: this.#reasoning }),
      ...(calls.length === 0 ? {} : { tool_calls: calls.map(encodeCall) }),
    };
    return {
      id: this.#id,
      content: Buffer.from(JSON.stringify([message])),
      text: this.#text,
      calls: calls.map(useOf),
      pausedCalls: [],
      stopReason: this.#stopReason,
      usage: this.#usage,
    };
  }

  #extend(choice: JsonObject): readonly StreamStep[] {
    this.#stopReason = stringOrNull(choice["finish_reason"]) ?? this.#stopReason;
    const delta = choice["delta"];
    if (!isJsonObject(delta)) return [];
    this.#reasoning += stringOrNull(delta["reasoning_content"]) ?? "";
    this.#refusal += stringOrNull(delta["refusal"]) ?? "";
    if (Array.isArray(delta["tool_calls"])) for (const call of delta["tool_calls"]) this.#extendCall(call);
    const text = stringOrNull(delta["content"]) ?? "";
    this.#text += text;
    return text === "" ? [] : [{ type: "text", text }];
  }

  #extendCall(delta: unknown): void {
    if (!isJsonObject(delta)) throw new WireFault("a call's delta is not a JSON object");
    const index = typeof delta["index"] === "number" ? delta["index"] : this.#calls.size;
    const call = this.#calls.get(index) ?? { id: "", name: "", input: "", isCustom: false };
    if (isJsonObject(delta["custom"])) call.isCustom = true;
    const called = [delta["function"], delta["custom"]].find(isJsonObject) ?? {};
    // Some gateways repeat id and name in every delta; they are whole from the first.
    if (call.id === "") call.id = stringOrNull(delta["id"]) ?? "";
    if (call.name === "") call.name = stringOrNull(called["name"]) ?? "";
    call.input += pieceOfArguments(called[call.isCustom ? "input" : "arguments"]);
    this.#calls.set(index, call);
  }
}

/** Where several answers were asked for, the chunks of all come mixed: a fork goes on from the first. */
function firstChoice({ choices }: JsonObject): JsonObject | null {
  const found: unknown = Array.isArray(choices) ? choices.find((each: unknown) => isFirst(each)) : null;
  return isJsonObject(found) ? found : null;
}

function isFirst(choice: unknown): boolean {
  return isJsonObject(choice) && (choice["index"] ?? 0) === 0;
}

function useOf({ id, name, input, isCustom }: PartialCall): ToolUse {
  return { id, name, input: isCustom ? freeText(input) : writtenArguments(input) };
}

function encodeCall({ id, name, input, isCustom }: PartialCall): unknown {
  if (isCustom) return { id, type: "custom", custom: { name, input } };
  return { id, type: "function", function: { name, arguments: writtenArguments(input) } };
}
