import { scanMembers } from "./scan-container.ts";
import { skipValue } from "./skip-value.ts";

/**
 * Visits each member of the object that starts at `objectStart` with the spans of its key (quotes included) and value.
 * Returns the offset just behind the object. The bytes must be valid JSON.
 */
export function walkMembers(
  bytes: Buffer,
  objectStart: number,
  visit: (keyStart: number, keyEnd: number, valueStart: number, valueEnd: number) => void,
): number {
  return scanMembers(bytes, objectStart, (keyStart, keyEnd, valueStart) => {
    const valueEnd = skipValue(bytes, valueStart);
    visit(keyStart, keyEnd, valueStart, valueEnd);
    return valueEnd;
  });
}
