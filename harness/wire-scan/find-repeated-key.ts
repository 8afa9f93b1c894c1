import { decodeString } from "./decode-string.ts";
import { scanElements } from "./scan-container.ts";
import { skipValue } from "./skip-value.ts";
import { skipWhiteSpace } from "./skip-white-space.ts";
import { walkMembers } from "./walk-members.ts";

const OPEN_BRACE = 0x7b;
const OPEN_BRACKET = 0x5b;

/**
 * Where an object in valid JSON repeats a name, and the name; null without a repetition. Parsers keep one of the two values
 * without a warning.
 */
export function findRepeatedKey(
  bytes: Buffer,
  valueStart: number = skipWhiteSpace(bytes, 0),
): { readonly offset: number; readonly name: string } | null {
  let found: { readonly offset: number; readonly name: string } | null = null;
  const names = new Set<string>();
  if (bytes[valueStart] === OPEN_BRACE) {
    walkMembers(bytes, valueStart, (keyStart, keyEnd, start) => {
      const name = decodeString(bytes, keyStart, keyEnd);
      found ??= names.has(name) ? { offset: keyStart, name } : findRepeatedKey(bytes, start);
      names.add(name);
    });
  } else if (bytes[valueStart] === OPEN_BRACKET) {
    scanElements(bytes, valueStart, (_index, start) => {
      found ??= findRepeatedKey(bytes, start);
      return skipValue(bytes, start);
    });
  }
  return found;
}
