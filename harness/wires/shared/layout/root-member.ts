import { decodeString } from "../../../wire-scan/decode-string.ts";
import { scanMembers } from "../../../wire-scan/scan-container.ts";
import { skipValue } from "../../../wire-scan/skip-value.ts";
import { skipWhiteSpace } from "../../../wire-scan/skip-white-space.ts";
import { contentStart } from "../../../wire-scan/validate-json.ts";

const OPEN_BRACE = 0x7b;
const OPEN_BRACKET = 0x5b;

/** The start of the value of a body's member, or null. Later bytes are not read: bodies are long. */
export function rootMember(body: Buffer, name: string): number | null {
  return memberOf(body, skipWhiteSpace(body, contentStart(body)), name);
}

/** The same of the object that starts at `start`. */
function memberOf(body: Buffer, start: number, name: string): number | null {
  if (body[start] !== OPEN_BRACE) return null;
  let found: number | null = null;
  scanMembers(body, start, (keyStart, keyEnd, valueStart) => {
    if (decodeString(body, keyStart, keyEnd) !== name) return skipValue(body, valueStart);
    found = valueStart;
    // The end of the body ends the walk: no comma follows there.
    return body.length;
  });
  return found;
}

export function hasRootMember(body: Buffer, name: string): boolean {
  return rootMember(body, name) !== null;
}

export function hasRootList(body: Buffer, name: string): boolean {
  const start = rootMember(body, name);
  return start !== null && body[start] === OPEN_BRACKET;
}

/** The start of a list among the members of the object that starts at `start`, or null. */
export function memberList(body: Buffer, start: number, name: string): number | null {
  const list = memberOf(body, start, name);
  return list !== null && body[list] === OPEN_BRACKET ? list : null;
}
