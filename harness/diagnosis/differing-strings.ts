import { isJsonObject } from "./json-value.ts";

/** The strings at which two JSON values differ, pair by pair; null where they differ in anything else, or in nothing. */
export function differingStrings(left: unknown, right: unknown): readonly (readonly [string, string])[] | null {
  const found: (readonly [string, string])[] = [];
  return collect(left, right, found) && found.length > 0 ? found : null;
}

function collect(left: unknown, right: unknown, into: (readonly [string, string])[]): boolean {
  if (typeof left === "string" && typeof right === "string") {
    if (left !== right) into.push([left, right]);
    return true;
  }
  if (Array.isArray(left) && Array.isArray(right)) {
    return left.length === right.length && left.every((each, index) => collect(each, right[index], into));
  }
  if (isJsonObject(left) && isJsonObject(right)) {
    const names = Object.keys(left);
    return (
      names.length === Object.keys(right).length &&
      names.every((name) => Object.hasOwn(right, name) && collect(left[name], right[name], into))
    );
  }
  return Object.is(left, right);
}
