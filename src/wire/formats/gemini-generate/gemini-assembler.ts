import type { Answer } from "../../stream/answer.ts";
import { isJsonObject, parseJsonObject, stringOrNull, type JsonObject } from "../../json-object.ts";
import { joinElements } from "../../join-elements.ts";
import { readElements } from "../../read-elements.ts";
import { lastMember, readObject } from "../../read-object.ts";
import { readStreamError, type StreamAssembler, type StreamStep } from "../../stream/stream-assembler.ts";
import { countOf, inclusiveUsage, type TokenUsage, unknownUsage } from "../../token-usage.ts";
import { WireFault } from "../../wire-fault.ts";

/**
 * Puts an answer together from GenerateContentResponses: one, or the chunks of a stream. Parts go back raw, each as it
 * came: a thought signature belongs to its part and is checked (API docs, "Thought signatures").
 */
export class GeminiAssembler implements StreamAssembler {
  readonly endMark = "finishReason";
  readonly #parts: Buffer[] = [];
  #id: string | null = null;
  #stopReason: string | null = null;
  #usage: TokenUsage = unknownUsage;
  #isStarted = false;

  accept(data: string): readonly StreamStep[] {
    const chunk = parseJsonObject(data);
    if (chunk === null) throw new WireFault("an event's data is no JSON object");
    if (isJsonObject(chunk["error"])) return [readStreamError({ ...chunk["error"], type: chunk["error"]["status"] })];
    this.#id ??= stringOrNull(chunk["responseId"]);
    if (isJsonObject(chunk["usageMetadata"])) this.#usage = readUsageMetadata(chunk["usageMetadata"]);
    const steps: readonly StreamStep[] = this.#isStarted ? [] : [{ type: "started", usage: this.#usage }];
    this.#isStarted = true;
    return [...steps, ...this.#extend(chunk, Buffer.from(data))];
  }

  get isComplete(): boolean {
    return this.#stopReason !== null;
  }

  answer(): Answer {
    const parts = this.#parts.map((raw) => parseJsonObject(raw.toString("utf8")) ?? {});
    const content = Buffer.concat([
      Buffer.from('[{"role":"model","parts":['),
      joinElements(this.#parts),
      Buffer.from("]}]"),
    ]);
    return {
      id: this.#id,
      content: parts.length === 0 ? Buffer.from("[]") : content,
      text: parts.map(spoken).join(""),
      calls: parts
        .map(({ functionCall }) => functionCall)
        .filter(isJsonObject)
        .map(callOf),
      pausedCalls: [],
      stopReason: this.#stopReason,
      usage: this.#usage,
    };
  }

  #extend(chunk: JsonObject, data: Buffer): readonly StreamStep[] {
    const feedback = chunk["promptFeedback"];
    // A refused prompt has no candidate at all (API reference, "PromptFeedback").
    if (isJsonObject(feedback) && typeof feedback["blockReason"] === "string") this.#stopReason = "SAFETY";
    const candidates: readonly unknown[] = Array.isArray(chunk["candidates"]) ? chunk["candidates"] : [];
    // Where several answers were asked for, the chunks of all come mixed: a fork goes on from the first.
    const at = candidates.findIndex((each) => isJsonObject(each) && (each["index"] ?? 0) === 0);
    const candidate = candidates[at];
    if (!isJsonObject(candidate)) return [];
    this.#stopReason = stringOrNull(candidate["finishReason"]) ?? this.#stopReason;
    const parts = rawParts(data, at);
    this.#parts.push(...parts);
    const text = parts.map((raw) => spoken(parseJsonObject(raw.toString("utf8")) ?? {})).join("");
    return text === "" ? [] : [{ type: "text", text }];
  }
}

function rawParts(data: Buffer, at: number): readonly Buffer[] {
  const candidates = lastMember(readObject(data, 0), "candidates")?.value;
  const candidate = candidates === undefined ? undefined : readElements(data, candidates.start)[at];
  const content = candidate === undefined ? null : lastMember(readObject(data, candidate.start), "content");
  if (content === null || data[content.value.start] !== 0x7b) return [];
  const parts = lastMember(readObject(data, content.value.start), "parts");
  if (parts === null) return [];
  return readElements(data, parts.value.start).map(({ start, end }) => data.subarray(start, end));
}

function spoken(part: JsonObject): string {
  return part["thought"] === true ? "" : (stringOrNull(part["text"]) ?? "");
}

function callOf(call: JsonObject): Answer["calls"][number] {
  const name = stringOrNull(call["name"]);
  if (name === null) throw new WireFault("a function call has no name");
  return { id: stringOrNull(call["id"]), name, input: JSON.stringify(call["args"] ?? {}) };
}

/**
 * `promptTokenCount` includes what was read; no counter tells what was written. A count of 0 is left out (harness/providers/FACTS.md#gemini-usage),
 * so an absent read says nothing; of an answer, candidates and thoughts, one that is there vouches for the other.
 */
function readUsageMetadata(usage: JsonObject): TokenUsage {
  const candidates = countOf(usage["candidatesTokenCount"]);
  const thoughts = countOf(usage["thoughtsTokenCount"]);
  return inclusiveUsage({
    prompt: countOf(usage["promptTokenCount"]),
    read: countOf(usage["cachedContentTokenCount"]),
    write: null,
    output: candidates === null && thoughts === null ? null : (candidates ?? 0) + (thoughts ?? 0),
  });
}
