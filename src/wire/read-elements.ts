import { skipSpace, skipValue } from "./skip-value.ts";
import type { Span } from "./span.ts";
import { WireFault } from "./wire-fault.ts";

/** The raw spans of the elements of the array that starts at `start`. */
export function readElements(bytes: Buffer, start: number): readonly Span[] {
  if (bytes[start] !== 0x5b) throw new WireFault("'[' expected", start);
  const elements: Span[] = [];
  let at = skipSpace(bytes, start + 1);
  if (bytes[at] === 0x5d) return elements;
  for (;;) {
    const end = skipValue(bytes, at);
    elements.push({ start: at, end });
    at = skipSpace(bytes, end);
    if (bytes[at] === 0x5d) return elements;
    if (bytes[at] !== 0x2c) throw new WireFault("',' expected", at);
    at = skipSpace(bytes, at + 1);
  }
}
