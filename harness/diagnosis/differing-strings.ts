import { differences } from "./reading/json-value.ts";

/** The strings at which two JSON values differ, pair by pair; null where they differ in anything else, or in nothing. */
export function differingStrings(left: unknown, right: unknown): readonly (readonly [string, string])[] | null {
  const found: (readonly [string, string])[] = [];
  for (const [before, after] of differences(left, right)) {
    if (typeof before !== "string" || typeof after !== "string") return null;
    found.push([before, after]);
  }
  return found.length > 0 ? found : null;
}
