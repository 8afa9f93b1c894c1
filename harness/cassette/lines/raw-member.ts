import { decodeString } from "../../wire-scan/decode-string.ts";
import { skipWhiteSpace } from "../../wire-scan/skip-white-space.ts";
import { contentStart } from "../../wire-scan/validate-json.ts";
import { walkMembers } from "../../wire-scan/walk-members.ts";

/** A copy of the raw bytes of a member, found by the names on its path; null if it is missing. Valid JSON only. */
export function rawMember(bytes: Buffer, names: readonly string[]): Buffer | null {
  let start: number | null = skipWhiteSpace(bytes, contentStart(bytes));
  let end: number = bytes.length;
  for (const name of names) {
    const object: number = start;
    start = null;
    walkMembers(bytes, object, (keyStart, keyEnd, valueStart, valueEnd) => {
      if (decodeString(bytes, keyStart, keyEnd) === name) [start, end] = [valueStart, valueEnd];
    });
    if (start === null) return null;
  }
  return Buffer.from(bytes.subarray(start, end));
}
