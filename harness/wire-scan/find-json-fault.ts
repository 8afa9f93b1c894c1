import { findUtf8Fault } from "./find-utf8-fault.ts";
import { skipWhiteSpace } from "./skip-white-space.ts";

type Fault = { readonly offset: number; readonly what: string };

/** Either the offset behind what was read, or the fault that stopped it. */
type Step = number | Fault;

/**
 * The first place at which `bytes` stop being one JSON text in UTF-8 (RFC 8259). Called only on bytes that the native
 * parser refused. It keeps the open containers on a list of its own, so that depth costs no stack.
 */
export function findJsonFault(bytes: Buffer, start: number): Fault {
  const utf8 = findUtf8Fault(bytes);
  const json = walkText(bytes, start);
  if (utf8 !== null && (json === null || utf8 <= json.offset)) {
    return { offset: utf8, what: "the bytes are not UTF-8" };
  }
  return json ?? { offset: bytes.length, what: "the text is not JSON" };
}

function walkText(bytes: Buffer, start: number): Fault | null {
  const open: ("{" | "[")[] = [];
  let at = skipWhiteSpace(bytes, start);
  for (;;) {
    const opened = openContainers(bytes, at, open);
    if (typeof opened === "object") return opened;
    const closed = closeContainers(bytes, opened, open);
    if (typeof closed === "object") return closed;
    if (open.length === 0) return trailing(bytes, closed);
    at = closed;
  }
}

/** Reads opening brackets (and the key before each value) down to one scalar or empty container. */
function openContainers(bytes: Buffer, from: number, open: ("{" | "[")[]): Step {
  let at = from;
  for (;;) {
    const char = String.fromCharCode(bytes[at] ?? 0);
    if (char !== "{" && char !== "[") return readScalar(bytes, at);
    const inside = skipWhiteSpace(bytes, at + 1);
    const empty = bytes[inside] === (char === "{" ? 0x7d : 0x5d);
    if (empty) return inside + 1;
    open.push(char);
    if (char === "[") {
      at = inside;
      continue;
    }
    const value = readKey(bytes, inside);
    if (typeof value === "object") return value;
    at = value;
  }
}

/** Reads closing brackets behind a value, up to the start of the next value. */
function closeContainers(bytes: Buffer, from: number, open: ("{" | "[")[]): Step {
  let at = from;
  while (open.length > 0) {
    at = skipWhiteSpace(bytes, at);
    const inside = open.at(-1);
    const byte = bytes[at];
    if (byte === 0x2c) {
      const next = skipWhiteSpace(bytes, at + 1);
      return inside === "{" ? readKey(bytes, next) : next;
    }
    if (byte !== (inside === "{" ? 0x7d : 0x5d)) {
      return fault(bytes, at, inside === "{" ? "',' or '}' expected" : "',' or ']' expected");
    }
    open.pop();
    at += 1;
  }
  return at;
}

/** Reads `"key" :` and the white space around; the offset of the value. */
function readKey(bytes: Buffer, at: number): Step {
  if (bytes[at] !== 0x22) return fault(bytes, at, "a member name in double quotes expected");
  const keyEnd = readString(bytes, at);
  if (typeof keyEnd === "object") return keyEnd;
  const colon = skipWhiteSpace(bytes, keyEnd);
  if (bytes[colon] !== 0x3a) return fault(bytes, colon, "':' expected");
  return skipWhiteSpace(bytes, colon + 1);
}

function readScalar(bytes: Buffer, at: number): Step {
  if (bytes[at] === 0x22) return readString(bytes, at);
  for (const word of ["true", "false", "null"]) {
    if (bytes.toString("latin1", at, at + word.length) === word) return at + word.length;
  }
  const number = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/.exec(
    bytes.toString("latin1", at, numberEnd(bytes, at)),
  );
  if (number !== null) return at + number[0].length;
  return fault(bytes, at, "a value expected");
}

function numberEnd(bytes: Buffer, at: number): number {
  let end = at;
  while (end < bytes.length && /[-+.\deE]/.test(String.fromCharCode(bytes[end] ?? 0))) end += 1;
  return end;
}

function readString(bytes: Buffer, at: number): Step {
  let offset = at + 1;
  for (;;) {
    const byte = bytes[offset];
    if (byte === undefined) return fault(bytes, offset, "a string is still open");
    if (byte === 0x22) return offset + 1;
    if (byte < 0x20) return fault(bytes, offset, "a control character in a string must be escaped");
    if (byte !== 0x5c) {
      offset += 1;
      continue;
    }
    const escape = /^\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/.exec(bytes.toString("latin1", offset, offset + 6));
    if (escape === null) return fault(bytes, offset, "not an escape that JSON knows");
    offset += escape[0].length;
  }
}

function trailing(bytes: Buffer, at: number): Fault | null {
  const rest = skipWhiteSpace(bytes, at);
  return rest < bytes.length ? fault(bytes, rest, "the value has ended, yet more follows") : null;
}

function fault(bytes: Buffer, offset: number, expected: string): Fault {
  return offset >= bytes.length
    ? { offset: bytes.length, what: `the text ends too early: ${expected}` }
    : { offset, what: expected };
}
