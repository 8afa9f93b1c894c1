import { decodeString } from "./decode-string.ts";

const BACKSLASH = 0x5c;

/**
 * True where the JSON string whose raw span, quotes included, is [start, end) reads `text` (plain ASCII). Compared byte by
 * byte, since a text made for each key of a body costs more than the walk; only a string with an escape is decoded.
 */
export function stringIs(bytes: Buffer, start: number, end: number, text: string): boolean {
  const length = end - start - 2;
  if (length < text.length) return false;
  for (let at = 0; at < text.length; at += 1) {
    const byte = bytes[start + 1 + at];
    if (byte === BACKSLASH) return decodeString(bytes, start, end) === text;
    if (byte !== text.charCodeAt(at)) return false;
  }
  return length === text.length;
}

/** The text of a JSON string as decodeString gives it; that of a usual one without a copy. */
export function decodeName(bytes: Buffer, start: number, end: number, usual: readonly string[]): string {
  for (const name of usual) if (stringIs(bytes, start, end, name)) return name;
  return decodeString(bytes, start, end);
}
