import { WireFault } from "./wire-fault.ts";

/** A JSON object with unchecked members. */
export type JsonObject = { readonly [name: string]: unknown };

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The JSON value in `text`. Throws WireFault for invalid JSON, without quoting it. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new WireFault("the text is not JSON");
  }
}

/** The JSON object in `text`, or null for any other text. */
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
