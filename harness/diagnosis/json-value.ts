export type JsonObject = { readonly [name: string]: unknown };

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Equal as JSON values: member order does not count, everything else does. */
export function sameValue(left: unknown, right: unknown): boolean {
  if (Array.isArray(left) && Array.isArray(right)) {
    return left.length === right.length && left.every((each, index) => sameValue(each, right[index]));
  }
  if (isJsonObject(left) && isJsonObject(right)) {
    const names = Object.keys(left);
    return (
      names.length === Object.keys(right).length &&
      names.every((name) => Object.hasOwn(right, name) && sameValue(left[name], right[name]))
    );
  }
  return Object.is(left, right);
}

/** The value with every string in it replaced; names of members stay. */
export function mapStrings(value: unknown, replace: (text: string) => string): unknown {
  if (typeof value === "string") return replace(value);
  if (Array.isArray(value)) return value.map((each: unknown) => mapStrings(each, replace));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, mapStrings(each, replace)]));
}
