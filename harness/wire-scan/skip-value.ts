import { longValueEnd } from "./simd/long-values.ts";
import { skipLongContainer } from "./simd/skip-long-container.ts";
import { skipString } from "./skip-string.ts";

const QUOTE = 0x22;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const COMMA = 0x2c;
const SPACE = 0x20;

/**
 * The offset just behind the JSON value that starts at `at`. The bytes must be valid JSON (see validateJson): nothing is
 * checked here, and depth costs no stack.
 */
export function skipValue(bytes: Buffer, at: number): number {
  const first = bytes[at];
  if (first === QUOTE) return skipString(bytes, at);
  if (first === OPEN_BRACE || first === OPEN_BRACKET) return skipContainer(bytes, at);
  return skipScalar(bytes, at);
}

/** After so many strings and single bytes a container is long enough to hand to the other side (measured, see test/bench). */
const GLANCE = 32;

/** In bytes a step: what has longer strings than this is faster to walk, since a search skips them whole. */
const TEXT = 64;

/** Where the last long container of this body was one of short strings, the next is mostly another one, such as the schema of the next tool. */
const SHORT_GLANCE = 6;

let dense: Buffer | null = null;

function skipContainer(bytes: Buffer, at: number): number {
  const end = longValueEnd(bytes, at);
  if (end !== -1) return end;
  const glance = bytes === dense ? SHORT_GLANCE : GLANCE;
  let depth = 0;
  let offset = at;
  for (let step = 0; offset < bytes.length; step += 1) {
    if (step === glance && offset - at < glance * TEXT) {
      dense = bytes;
      return skipLongContainer(bytes, at);
    }
    const byte = bytes[offset];
    if (byte === QUOTE) {
      offset = skipString(bytes, offset);
      continue;
    }
    if (byte === OPEN_BRACE || byte === OPEN_BRACKET) depth += 1;
    else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) {
      depth -= 1;
      if (depth === 0) return offset + 1;
    }
    offset += 1;
  }
  return bytes.length;
}

function skipScalar(bytes: Buffer, at: number): number {
  let offset = at;
  while (offset < bytes.length) {
    const byte = bytes[offset];
    if (byte === undefined || byte === COMMA || byte === CLOSE_BRACE || byte === CLOSE_BRACKET || byte <= SPACE) break;
    offset += 1;
  }
  return offset;
}
