import type { Answer } from "../../stream/answer.ts";
import { ContentBlockBuilder } from "./content-block-builder.ts";
import { describeContent } from "./describe-content.ts";
import { readUsage } from "./read-usage.ts";
import { isJsonObject, parseJsonObject, stringOrNull, type JsonObject } from "../../json-object.ts";
import { lastMember, readObject } from "../../read-object.ts";
import { unknownUsage, type TokenUsage } from "../../token-usage.ts";
import { readStreamError, type StreamAssembler, type StreamStep } from "../../stream/stream-assembler.ts";
import { WireFault } from "../../wire-fault.ts";

/**
 * Puts an answer together from the `data` of its events, in order. The type inside the data decides, not the `event:` line,
 * which some gateways leave out. New event types are skipped, as the API's versioning policy asks of clients.
 */
export class AnswerAssembler implements StreamAssembler {
  readonly endMark = "message_stop";
  readonly #blocks = new Map<number, ContentBlockBuilder>();
  #id: string | null = null;
  #stopReason: string | null = null;
  #usage: TokenUsage = unknownUsage;
  #isStarted = false;
  #isStopped = false;

  /** Throws WireFault on an event that cannot be read or comes out of turn. */
  accept(data: string): readonly StreamStep[] {
    const step = this.#read(data);
    return step.type === "nothing" ? [] : [step];
  }

  #read(data: string): StreamStep {
    if (data === "[DONE]") return nothing;
    const event = parseJsonObject(data);
    if (event === null) throw new WireFault("an event's data is not a JSON object");
    switch (event["type"]) {
      case "message_start":
        return this.#start(event["message"]);
      case "content_block_start":
        return this.#startBlock(event, Buffer.from(data));
      case "content_block_delta":
        return this.#extendBlock(event);
      case "message_delta":
        return this.#finish(event);
      case "message_stop":
        this.#isStopped = this.#isStarted;
        return nothing;
      case "error":
        return readStreamError(event["error"]);
      default:
        return nothing;
    }
  }

  /** Whether the provider has said that the answer is whole. */
  get isComplete(): boolean {
    return this.#isStopped;
  }

  /** The answer as far as it came. */
  answer(): Answer {
    const blocks = [...this.#blocks.values()].map((block) => block.build());
    const { text, calls, pausedCalls } = describeContent(blocks);
    return {
      id: this.#id,
      content: Buffer.from(`[${blocks.map(({ raw }) => raw.toString("utf8")).join(",")}]`),
      text,
      calls,
      pausedCalls,
      stopReason: this.#stopReason,
      usage: this.#usage,
    };
  }

  #start(message: unknown): StreamStep {
    if (!isJsonObject(message)) throw new WireFault("message_start has no message");
    this.#isStarted = true;
    this.#id = stringOrNull(message["id"]);
    this.#usage = readUsage(message["usage"]);
    return { type: "started", usage: this.#usage };
  }

  #startBlock(event: JsonObject, data: Buffer): StreamStep {
    const block = lastMember(readObject(data, 0), "content_block");
    if (block === null || !isJsonObject(event["content_block"])) {
      throw new WireFault("content_block_start has no content_block");
    }
    this.#blocks.set(
      Number(event["index"]),
      new ContentBlockBuilder(data.subarray(block.value.start, block.value.end)),
    );
    return nothing;
  }

  #extendBlock(event: JsonObject): StreamStep {
    const block = this.#blocks.get(Number(event["index"]));
    const delta = event["delta"];
    if (block === undefined || !isJsonObject(delta)) throw new WireFault("a content delta belongs to no block");
    const text = block.add(delta);
    return text === null ? nothing : { type: "text", text };
  }

  #finish(event: JsonObject): StreamStep {
    const delta = event["delta"];
    this.#stopReason = (isJsonObject(delta) ? stringOrNull(delta["stop_reason"]) : null) ?? this.#stopReason;
    this.#usage = readUsage(event["usage"], this.#usage);
    return nothing;
  }
}

const nothing: StreamStep = { type: "nothing" };
