import { decodeString } from "./decode-string.ts";
import { scanElements, scanMembers } from "./scan-container.ts";
import { skipValue } from "./skip-value.ts";
import { skipWhiteSpace } from "./skip-white-space.ts";
import { contentStart } from "./validate-json.ts";

/**
 * The JSON pointer (RFC 6901) of the deepest value whose bytes hold `offset`. A key, a comma and white space belong to the
 * container around them. The bytes must be valid JSON.
 */
export function pointerAt(bytes: Buffer, offset: number): string {
  return pointerWithin(bytes, skipWhiteSpace(bytes, contentStart(bytes)), offset);
}

/** The same, relative to the value that starts at `valueStart`. */
export function pointerWithin(bytes: Buffer, valueStart: number, offset: number): string {
  let pointer = "";
  let start = valueStart;
  for (;;) {
    const child = childAt(bytes, start, offset);
    if (child === null) return pointer;
    pointer += `/${escapeToken(child.token)}`;
    start = child.start;
  }
}

/** One token of a JSON pointer, `~` and `/` escaped. */
export function escapeToken(token: string): string {
  return token.replaceAll("~", "~0").replaceAll("/", "~1");
}

function childAt(bytes: Buffer, start: number, offset: number): { token: string; start: number } | null {
  let found: { token: string; start: number } | null = null;
  if (bytes[start] === 0x7b) {
    scanMembers(bytes, start, (keyStart, keyEnd, valueStart) => {
      const valueEnd = skipValue(bytes, valueStart);
      if (offset >= valueStart && offset < valueEnd) {
        found = { token: decodeString(bytes, keyStart, keyEnd), start: valueStart };
      }
      return valueEnd;
    });
  } else if (bytes[start] === 0x5b) {
    scanElements(bytes, start, (index, valueStart) => {
      const valueEnd = skipValue(bytes, valueStart);
      if (offset >= valueStart && offset < valueEnd) found = { token: String(index), start: valueStart };
      return valueEnd;
    });
  }
  return found;
}
