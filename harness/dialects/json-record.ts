/** A parsed JSON object. */
export type JsonRecord = { readonly [name: string]: unknown };

export function isRecord(value: unknown): value is JsonRecord {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The object under `name`; an empty one where there is none, so that a path can be followed to its end. */
export function recordAt(record: JsonRecord, name: string): JsonRecord {
  const value = record[name];
  return isRecord(value) ? value : {};
}
