import { skipValue } from "../wire-scan/skip-value.ts";
import { skipWhiteSpace } from "../wire-scan/skip-white-space.ts";

/** The objects of a recording as they stand in its file: the lines of JSON Lines, or the elements of one JSON array. */
export type Rows = {
  /** As messages call one of them. */
  readonly unit: "line" | "element";
  readonly each: () => Generator<Row>;
};

/** Its number counts from 1. */
export type Row = { readonly number: number; readonly raw: Buffer };

const LINE_FEED = 0x0a;
const COMMA = 0x2c;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;

export function rowsOf(bytes: Buffer): Rows {
  const start = skipWhiteSpace(bytes, 0);
  return bytes[start] === OPEN_BRACKET
    ? { unit: "element", each: () => elementsOf(bytes, start) }
    : { unit: "line", each: () => linesOf(bytes) };
}

function* linesOf(bytes: Buffer): Generator<Row> {
  let number = 1;
  for (let start = 0; start < bytes.length; number += 1) {
    const feed = bytes.indexOf(LINE_FEED, start);
    const end = feed === -1 ? bytes.length : feed;
    const raw = bytes.subarray(start, end);
    if (raw.length > 1) yield { number, raw };
    start = end + 1;
  }
}

/** The array may be cut, or damaged between two elements. Then the rest counts as one more element, the last. */
function* elementsOf(bytes: Buffer, arrayStart: number): Generator<Row> {
  let start = skipWhiteSpace(bytes, arrayStart + 1);
  for (let number = 1; start < bytes.length && bytes[start] !== CLOSE_BRACKET; number += 1) {
    const end = skipValue(bytes, start);
    if (end > start) yield { number, raw: bytes.subarray(start, end) };
    const next = skipWhiteSpace(bytes, end);
    const isWhole = next === bytes.length || bytes[next] === CLOSE_BRACKET;
    if (!isWhole && bytes[next] !== COMMA) yield { number: number + 1, raw: bytes.subarray(next) };
    if (bytes[next] !== COMMA) return;
    start = skipWhiteSpace(bytes, next + 1);
  }
}
