import { WireFault } from "./wire-fault.ts";

const quote = 0x22;
const backslash = 0x5c;
const openObject = 0x7b;
const closeObject = 0x7d;
const openArray = 0x5b;
const closeArray = 0x5d;

/**
 * The offset behind the JSON value that starts at `start`. Sees strings and brackets and builds nothing; how a scalar is
 * spelled is left to the provider, which has accepted the body once.
 */
export function skipValue(bytes: Buffer, start: number): number {
  const byte = bytes[start];
  if (byte === quote) return skipString(bytes, start);
  if (byte === openObject || byte === openArray) return skipContainer(bytes, start);
  return skipScalar(bytes, start);
}

/** The offset behind the string whose opening quote is at `start`. */
export function skipString(bytes: Buffer, start: number): number {
  for (let end = bytes.indexOf(quote, start + 1); end !== -1; end = bytes.indexOf(quote, end + 1)) {
    let escapes = end;
    while (bytes[escapes - 1] === backslash) escapes -= 1;
    if ((end - escapes) % 2 === 0) return end + 1;
  }
  throw new WireFault("a string is still open at the end", bytes.length);
}

/** The offset of the first byte at or behind `start` that is not JSON white space. */
export function skipSpace(bytes: Buffer, start: number): number {
  let at = start;
  while (isSpace(bytes[at])) at += 1;
  return at;
}

function skipContainer(bytes: Buffer, start: number): number {
  const closers: number[] = [];
  for (let at = start; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === quote) at = skipString(bytes, at) - 1;
    else if (byte === openObject) closers.push(closeObject);
    else if (byte === openArray) closers.push(closeArray);
    else if (byte === closeObject || byte === closeArray) {
      if (closers.pop() !== byte) throw new WireFault("a bracket closes what was not open", at);
      if (closers.length === 0) return at + 1;
    }
  }
  throw new WireFault("an object or array is still open at the end", bytes.length);
}

function skipScalar(bytes: Buffer, start: number): number {
  let at = start;
  while (at < bytes.length && !isSpace(bytes[at]) && !isPunctuation(bytes[at])) at += 1;
  if (at === start) throw new WireFault("a value is missing", start);
  return at;
}

function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

function isPunctuation(byte: number | undefined): boolean {
  return byte === 0x2c || byte === 0x3a || byte === quote || isBracket(byte);
}

function isBracket(byte: number | undefined): boolean {
  return byte === openObject || byte === closeObject || byte === openArray || byte === closeArray;
}
