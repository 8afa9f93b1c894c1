/** A parsed JSON object; its members are unknown. */
export type JsonObject = { readonly [name: string]: unknown };

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The value of a JSON text; undefined, which no JSON text spells, if the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The value of a JSON text; the text itself if it is not JSON, as the input of a custom tool. */
export function jsonOrText(text: string): unknown {
  const value = parseJson(text);
  return value === undefined ? text : value;
}

/** The object under `name`; an empty one if it is missing, so that a path can be followed to its end. */
export function recordAt(record: JsonObject, name: string): JsonObject {
  const value = record[name];
  return isJsonObject(value) ? value : {};
}

/** The objects of a list; empty if the value is not a list. */
export function recordsOf(value: unknown): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}
