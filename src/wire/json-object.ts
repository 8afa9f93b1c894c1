import { WireFault } from "./wire-fault.ts";

/** A JSON object whose members nobody has looked at yet. */
export type JsonObject = { readonly [name: string]: unknown };

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The value that `text` spells. Throws WireFault where it spells none, without quoting it. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new WireFault("the text is not JSON");
  }
}

/** The JSON object that `text` spells, or null where it spells anything else. */
export function parseJsonObject(text: string): JsonObject | null {
  try {
    const value = parseJson(text);
    return isJsonObject(value) ? value : null;
  } catch (fault) {
    if (fault instanceof WireFault) return null;
    throw fault;
  }
}

export function stringOrNull(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}
