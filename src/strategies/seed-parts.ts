import type { CacheSafeParams, OpenCall } from "../cache-safe/cache-safe-params.ts";
import { ForkPointError } from "../cache-safe/fork-point-error.ts";
import type { ToolResult } from "../wire/tool-result.ts";
import type { WireFormat, WireName } from "../wire/wire-format.ts";
import { wireFormats } from "../wire/wire-formats.ts";
import type { ForkSeed, ForkTask, SeedMessage } from "./strategy.ts";

export const everyWire: readonly WireName[] = [
  "anthropic-messages",
  "openai-chat",
  "openai-responses",
  "gemini-generate",
];

export function formatOf({ wire }: CacheSafeParams): WireFormat {
  return wireFormats[wire];
}

/** The parent's history, element by element, as slices of its bytes. */
export function historyOf({ body }: CacheSafeParams): readonly Buffer[] {
  return body.history.map(({ start, end }) => body.bytes.subarray(start, end));
}

/** The parent's elements from one index to another, that one not included, as one slice with everything between them. */
export function runOf({ body }: CacheSafeParams, from: number, to: number = body.history.length): readonly Buffer[] {
  const [first, last] = [body.history[from], body.history[to - 1]];
  if (first === undefined || last === undefined || to <= from) return [];
  return [body.bytes.subarray(first.start, last.end)];
}

/** JSON pointer of the element of this index. */
export function pointerTo(parent: CacheSafeParams, index: number): string {
  return `/${formatOf(parent).history}/${index}`;
}

/** The same result for every call, in call order: siblings that answer the same calls share its bytes. */
export function sameResult(calls: readonly OpenCall[], content: string): readonly ToolResult[] {
  return calls.map((call) => resultOf(call, content));
}

export function resultOf({ id, name, kind }: OpenCall, content: string): ToolResult {
  return { toolUseId: id, name, content, isError: false, ...(kind === undefined ? {} : { kind }) };
}

/** The texts for a fork, in order. The most variable one comes last. */
export function textsOf({ directive, reminder }: ForkTask): readonly string[] {
  return reminder === null ? [directive] : [reminder, directive];
}

/** Throws ForkPointError if a call wants another result than a text. */
export function userMessage(
  parent: CacheSafeParams,
  results: readonly ToolResult[],
  texts: readonly string[],
): SeedMessage {
  const unanswerable = results.find(({ kind }) => kind === "other");
  if (unanswerable !== undefined) {
    throw new ForkPointError(
      "unanswerable-call",
      `the parent's ${unanswerable.name} ${unanswerable.toolUseId ?? ""} is open, and needs an output other than text`,
      "Let the parent answer this call and fork from its next request.",
    );
  }
  return { role: "user", bytes: formatOf(parent).encodeUser(results, texts) };
}

/** A seed that keeps the parent's request unchanged. */
export function appendedTo(parent: CacheSafeParams, messages: readonly SeedMessage[]): ForkSeed {
  const { answer } = parent.continuation;
  return { history: null, members: {}, answer, messages, sharedEnd: null, note: null };
}
