/** A parsed JSON object, its members still unknown. */
export type JsonRecord = { readonly [member: string]: unknown };

export function isRecord(value: unknown): value is JsonRecord {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
