import { type JsonObject, isJsonObject, parseJson } from "../../kernel/json.ts";
import { wireNamed } from "../../wires/list.ts";
import { readParameter } from "../../cache-model/prompt/read-parameter.ts";
import type { RecordedExchange } from "../../cassette/recorded-exchange.ts";
import type { Layout } from "../../kernel/layout.ts";

/** A resource as its recorded creation describes it. */
export type RecordedContent = { readonly tokens: number; readonly createdBy: string };

/** Gemini's `cachedContents` that a recording saw made: every use of one reads exactly its tokens (harness/providers/FACTS.md#gemini-explicit). */
export class RecordedContents {
  readonly #made = new Map<string, RecordedContent>();

  /** Whether the exchange makes a resource, or asks for one to be made. */
  see({ id, method, path, response }: RecordedExchange): boolean {
    if (method !== "POST" || !/\/cachedContents(?:\?|$)/.test(path)) return false;
    const { name, usageMetadata } = response === null ? {} : documentOf(response.body);
    const tokens = isJsonObject(usageMetadata) ? usageMetadata["totalTokenCount"] : null;
    if (typeof name === "string" && typeof tokens === "number") this.#made.set(name, { tokens, createdBy: id });
    return true;
  }

  /** The resource that a request names; null if it names no resource, or its creation was not recorded. */
  of(layout: Layout): RecordedContent | null {
    const { resourceParameter } = wireNamed(layout.dialect);
    const name = resourceParameter === undefined ? null : readParameter(layout, resourceParameter);
    return typeof name === "string" ? (this.#made.get(name) ?? null) : null;
  }
}

function documentOf(body: Buffer): JsonObject {
  const value = parseJson(body.toString("utf8"));
  return isJsonObject(value) ? value : {};
}
