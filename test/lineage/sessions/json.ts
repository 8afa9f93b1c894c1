/** JSON as the generator handles it: parsed, changed, and written again. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export type JsonObject = { [name: string]: Json };

/** A copy that may be changed in place. */
export function copied<T extends Json>(value: T): T {
  return structuredClone(value);
}

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function objectsOf(value: Json | undefined): JsonObject[] {
  return Array.isArray(value) ? (value as Json[]).filter(isObject) : [];
}

/** The same value with every string replaced by what `change` makes of it; `name` is the member that holds it. */
export function withStrings(value: Json, change: (text: string, name: string) => string, name = ""): Json {
  if (typeof value === "string") return change(value, name);
  if (Array.isArray(value)) return (value as Json[]).map((each) => withStrings(each, change, name));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, withStrings(each, change, key)]));
}

/** A text; empty where the value is something else. */
export function textOf(value: Json | undefined): string {
  return typeof value === "string" ? value : "";
}
