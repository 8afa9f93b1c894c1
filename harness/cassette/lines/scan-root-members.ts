import { skipWhiteSpace } from "../../wire-scan/skip-white-space.ts";
import { contentStart } from "../../wire-scan/validate-json.ts";

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
const COMMA = 0x2c;
const OPEN_BRACE = 0x7b;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACE = 0x7d;
const CLOSE_BRACKET = 0x5d;

/**
 * Visits the members at the root of a JSON object with their raw texts' spans, until `visit` answers true: it has seen
 * enough. False where the bytes end or stop looking like an object before that. `endsBefore` is asked before a value is scanned, and ends
 * the walk in the same way.
 *
 * Unlike `walkMembers` it may be shown any bytes: a line is not validated before it is indexed, since then every byte of
 * a long recording would be parsed to read one number at the start of each line.
 */
export function scanRootMembers(
  bytes: Buffer,
  visit: (keyStart: number, keyEnd: number, valueStart: number, valueEnd: number) => boolean,
  endsBefore: (keyStart: number, keyEnd: number, valueStart: number) => boolean = () => false,
): boolean {
  let at = skipWhiteSpace(bytes, contentStart(bytes));
  if (bytes[at] !== OPEN_BRACE) return false;
  do {
    const keyStart = skipWhiteSpace(bytes, at + 1);
    if (bytes[keyStart] === CLOSE_BRACE) return true;
    const keyEnd = bytes[keyStart] === QUOTE ? stringEnd(bytes, keyStart) : -1;
    if (keyEnd === -1) return false;
    const colon = skipWhiteSpace(bytes, keyEnd);
    if (bytes[colon] !== COLON) return false;
    const valueStart = skipWhiteSpace(bytes, colon + 1);
    if (endsBefore(keyStart, keyEnd, valueStart)) return true;
    const valueEnd = endOfValue(bytes, valueStart);
    if (valueEnd === -1) return false;
    if (visit(keyStart, keyEnd, valueStart, valueEnd)) return true;
    at = skipWhiteSpace(bytes, valueEnd);
  } while (bytes[at] === COMMA);
  return bytes[at] === CLOSE_BRACE;
}

/** The offset behind the value at `start`, -1 where the bytes end inside it. */
function endOfValue(bytes: Buffer, start: number): number {
  let depth = 0;
  for (let at = start; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === QUOTE) {
      const end = stringEnd(bytes, at);
      if (end === -1) return -1;
      if (depth === 0) return end;
      at = end - 1;
    } else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
      depth += 1;
    } else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) {
      if (depth === 0) return at;
      depth -= 1;
      if (depth === 0) return at + 1;
    } else if (byte === COMMA && depth === 0) {
      return at;
    }
  }
  return -1;
}

function stringEnd(bytes: Buffer, start: number): number {
  for (let quote = bytes.indexOf(QUOTE, start + 1); quote !== -1; quote = bytes.indexOf(QUOTE, quote + 1)) {
    let before = quote - 1;
    while (bytes[before] === BACKSLASH) before -= 1;
    if ((quote - before) % 2 === 1) return quote + 1;
  }
  return -1;
}
