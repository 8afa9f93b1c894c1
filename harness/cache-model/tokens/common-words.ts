import { COMMON_WORD_BITS } from "./common-word-bits.ts";

/** Hash of no letter. */
export const START_OF_WORD = 0x811c9dc5;

/** Hash of a word with one more letter (FNV-1a over small letters). */
export function nextHash(hash: number, smallLetter: number): number {
  return Math.imul(hash ^ smallLetter, 0x01000193);
}

/**
 * Whether a word is among the commonest, by its hash: those that a byte-pair vocabulary holds whole. A filter of bits, so about
 * one rare word in a hundred and fifty is called common.
 */
export function isCommonWord(hash: number): boolean {
  const bits = filter();
  const step = stepOf(hash);
  let place = (hash ^ (hash >>> 15)) >>> 0;
  for (let probe = 0; probe < PROBES; probe += 1) {
    const at = place & (BITS - 1);
    if (((bits[at >>> 3] ?? 0) & (1 << (at & 7))) === 0) return false;
    place += step;
  }
  return true;
}

/** The bits of these words, in base64. */
export function commonWordBits(words: readonly string[]): string {
  const bits = Buffer.alloc(BITS / 8);
  for (const word of words) {
    const hash = [...Buffer.from(word)].reduce(nextHash, START_OF_WORD);
    for (const place of placesOf(hash)) bits[place >>> 3] = (bits[place >>> 3] ?? 0) | (1 << (place & 7));
  }
  return bits.toString("base64");
}

const BITS = 1 << 18;

const PROBES = 4;

function placesOf(hash: number): readonly number[] {
  const first = (hash ^ (hash >>> 15)) >>> 0;
  return Array.from({ length: PROBES }, (_, probe) => (first + probe * stepOf(hash)) & (BITS - 1));
}

function stepOf(hash: number): number {
  return (Math.imul(hash, 0x9e3779b1) >>> 13) | 1;
}

let decoded: Buffer | undefined;

function filter(): Buffer {
  return (decoded ??= Buffer.from(COMMON_WORD_BITS, "base64"));
}
