import { decodeString } from "./decode-string.ts";
import { skipWhiteSpace } from "./skip-white-space.ts";
import { walkMembers } from "./walk-members.ts";

const OPEN_BRACE = 0x7b;

/** Where the key that a path of names leads to begins, in valid JSON; as far as the path exists. */
export function keyOffset(bytes: Buffer, path: readonly string[]): number {
  let offset = skipWhiteSpace(bytes, 0);
  let value = offset;
  for (const name of path) {
    if (bytes[value] !== OPEN_BRACE) return offset;
    let found = false;
    walkMembers(bytes, value, (keyStart, keyEnd, start) => {
      if (found || decodeString(bytes, keyStart, keyEnd) !== name) return;
      [found, offset, value] = [true, keyStart, start];
    });
    if (!found) return offset;
  }
  return offset;
}
