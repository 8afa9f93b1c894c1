import { isUtf8 } from "node:buffer";

/** The offset of the first byte that is not part of a well-formed UTF-8 sequence, or null. */
export function findUtf8Fault(bytes: Buffer): number | null {
  if (isUtf8(bytes)) return null;
  let good = 0;
  let bad = bytes.length;
  // Well-formed up to `good`; not well-formed up to `bad`. A cut inside a sequence is not a fault of its own, so cuts are
  // moved back to the start of a sequence.
  while (bad - good > 4) {
    const middle = sequenceStart(bytes, (good + bad) >> 1, good);
    if (middle <= good) break;
    if (isUtf8(bytes.subarray(good, middle))) good = middle;
    else bad = middle;
  }
  while (good < bad) {
    const length = sequenceLength(bytes[good]);
    if (good + length > bytes.length || !isUtf8(bytes.subarray(good, good + length))) return good;
    good += length;
  }
  return good;
}

function sequenceStart(bytes: Buffer, from: number, least: number): number {
  let at = from;
  while (at > least && ((bytes[at] ?? 0) & 0xc0) === 0x80) at -= 1;
  return at;
}

function sequenceLength(byte: number | undefined): number {
  if (byte === undefined || byte < 0xc0) return 1;
  if (byte < 0xe0) return 2;
  return byte < 0xf0 ? 3 : 4;
}
