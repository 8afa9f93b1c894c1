/** A value in words, for the error that rejects it. A long text is not quoted: it may hold secrets. */
export function describeValue(value: unknown): string {
  if (typeof value === "string") return value.length <= 40 ? `the text ${JSON.stringify(value)}` : "a text";
  if (typeof value === "number" || typeof value === "boolean" || typeof value === "bigint") return String(value);
  return describeKind(value);
}

/** The kind of a value without the value itself, which may be a key. */
export function describeKind(value: unknown): string {
  if (value === undefined) return "nothing";
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  if (typeof value === "object") return "an object";
  return typeof value === "string" ? "a text" : `a ${typeof value}`;
}

/** The complaint about a value that is not `wanted`, such as `a function; pass (event) => …`. */
export function describeMismatch(value: unknown, wanted: string): string {
  return value === undefined ? `missing; expected ${wanted}` : `${describeValue(value)} is not ${wanted}`;
}

/** Whether a value has a function of this name. */
export function hasMethod(value: unknown, name: string): boolean {
  return typeof value === "object" && value !== null && name in value && typeof Reflect.get(value, name) === "function";
}
