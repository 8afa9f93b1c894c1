import { COMMON_WORD_BITS } from "./common-word-bits.ts";
import { JOINED_WORD_BITS } from "./joined-word-bits.ts";
import { KNOWN_WORD_BITS } from "./known-word-bits.ts";

/** Hash of no letter. */
export const START_OF_WORD = 0x811c9dc5;

/** Hash of a word with one more letter (FNV-1a over small letters). */
export function nextHash(hash: number, smallLetter: number): number {
  return Math.imul(hash ^ smallLetter, 0x01000193);
}

/**
 * Whether a word is among the commonest, by its hash: those that a small byte-pair vocabulary holds whole. A filter of bits, so
 * about one rare word in a hundred and fifty is called common.
 */
export function isCommonWord(hash: number): boolean {
  return holds((common ??= Buffer.from(COMMON_WORD_BITS, "base64")), hash);
}

/** Whether a larger vocabulary holds a word whole; about one rare word in forty is taken for one. */
export function isKnownWord(hash: number): boolean {
  return holds((known ??= Buffer.from(KNOWN_WORD_BITS, "base64")), hash);
}

/** Whether a large vocabulary holds a word together with the mark before it, by the hash of the word and then the mark. */
export function isJoinedWord(hash: number): boolean {
  return holds((joined ??= Buffer.from(JOINED_WORD_BITS, "base64")), hash);
}

/** The bits of these words, in base64. */
export function wordBits(words: readonly string[]): string {
  const bits = Buffer.alloc(BITS / 8);
  for (const word of words) {
    const hash = [...Buffer.from(word)].reduce(nextHash, START_OF_WORD);
    for (let probe = 0; probe < PROBES; probe += 1) {
      const at = (placeOf(hash) + probe * stepOf(hash)) & (BITS - 1);
      bits[at >>> 3] = (bits[at >>> 3] ?? 0) | (1 << (at & 7));
    }
  }
  return bits.toString("base64");
}

const BITS = 1 << 18;

const PROBES = 4;

let common: Buffer | undefined;
let known: Buffer | undefined;
let joined: Buffer | undefined;

function holds(bits: Buffer, hash: number): boolean {
  const step = stepOf(hash);
  let place = placeOf(hash);
  for (let probe = 0; probe < PROBES; probe += 1) {
    const at = place & (BITS - 1);
    if (((bits[at >>> 3] ?? 0) & (1 << (at & 7))) === 0) return false;
    place += step;
  }
  return true;
}

function placeOf(hash: number): number {
  return (hash ^ (hash >>> 15)) >>> 0;
}

function stepOf(hash: number): number {
  return (Math.imul(hash, 0x9e3779b1) >>> 13) | 1;
}
