import { parseJson } from "../kernel/json.ts";
import { isUtf8 } from "node:buffer";
import { findJsonFault } from "./find-json-fault.ts";
import { lineColumn } from "./line-column.ts";
import { isSurelyJson } from "./simd/is-surely-json.ts";

/** Where and why bytes are not one JSON text in UTF-8. `offset` counts bytes from 0; line and column count from 1. */
export type JsonFault = {
  readonly offset: number;
  readonly line: number;
  readonly column: number;
  readonly what: string;
};

/** From so many bytes on, the check by blocks is worth its loading (measured). */
const LONG = 16_000;

/**
 * Checks that `bytes` are one JSON text in UTF-8, with or without a byte order mark; null where they are.
 *
 * What the check by blocks does not take, the native parser decides (its value is thrown away); only a refused body is walked again for the
 * place of the fault. Reading as Latin-1 keeps one byte one character: JSON's grammar is ASCII, so what it accepts is the same.
 */
export function validateJson(bytes: Buffer): JsonFault | null {
  const start = contentStart(bytes);
  if (isUtf8(bytes) && isJson(start === 0 ? bytes : bytes.subarray(start))) return null;
  const fault = findJsonFault(bytes, start);
  return { ...fault, ...lineColumn(bytes, fault.offset) };
}

function isJson(bytes: Buffer): boolean {
  return (bytes.length >= LONG && isSurelyJson(bytes)) || isJsonText(bytes.toString("latin1"));
}

/** The offset of the first byte behind a UTF-8 byte order mark, 0 without one. */
export function contentStart(bytes: Buffer): number {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
}

/** Whether the native parser takes a text; of bytes, their Latin-1 reading. */
export function isJsonText(text: string): boolean {
  return parseJson(text) !== undefined;
}
