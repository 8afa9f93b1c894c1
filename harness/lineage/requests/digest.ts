import { hash } from "node:crypto";

/**
 * 62 bits of a hash, as a number: equal digests are equal numbers, and a list of numbers holds each in eight bytes. A log keeps several for
 * each of thousands of requests. It is positive; the digest of a call's id is negative (see `callKey`).
 */
export type Digest = number;

export function digestText(text: string): Digest {
  return asNumber(hash("sha1", text, "binary"));
}

/** One digest for several, in their order. */
export function digestAll(digests: readonly Digest[]): Digest {
  return asNumber(hash("sha1", new Uint8Array(Float64Array.from(digests).buffer), "binary"));
}

/** Under what a call's id is kept among what was answered. */
export function callKey(id: string): Digest {
  return -digestText(id);
}

const bits = new DataView(new ArrayBuffer(8));

/** The first bytes of a hash. Without the sign, and one bit of the exponent: with all of them it may be no number. */
const POSITIVE_NUMBER = 0x7fef;

function asNumber(bytes: string): number {
  for (let at = 0; at < 8; at += 1) bits.setUint8(at, bytes.charCodeAt(at));
  bits.setUint16(0, bits.getUint16(0) & POSITIVE_NUMBER);
  return bits.getFloat64(0);
}
