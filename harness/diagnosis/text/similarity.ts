/** Bytes of a shingle (codes.md, Precedence). */
const SHINGLE = 32;

/**
 * How much of the longer text the other shares, from 0 to 1: lines as a multiset, or 32-byte shingles where a text is one
 * line. Two empty texts are alike.
 */
export function similarity(left: string, right: string): number {
  if (left === right) return 1;
  if (left.includes("\n") && right.includes("\n")) return sharedPart(linesOf(left), linesOf(right));
  return sharedShingles(left, right);
}

/** The same by shingles alone: a line of which a word changed still counts for what is left of it. */
export function sharedShingles(left: string, right: string): number {
  return sharedPart(...shingles(Buffer.from(left), Buffer.from(right)));
}

/** Blank lines are in every text and say nothing. */
function linesOf(text: string): readonly string[] {
  return text.split("\n").filter((line) => line.trim() !== "");
}

function sharedPart<T extends string | number>(left: ArrayLike<T>, right: ArrayLike<T>): number {
  const [shorter, longer] = left.length <= right.length ? [left, right] : [right, left];
  const counts = new Map<T, number>();
  for (let at = 0; at < shorter.length; at += 1) {
    const each = shorter[at];
    if (each !== undefined) counts.set(each, (counts.get(each) ?? 0) + 1);
  }
  let shared = 0;
  for (let at = 0; at < longer.length; at += 1) {
    const each = longer[at];
    if (each === undefined) continue;
    const remaining = counts.get(each) ?? 0;
    if (remaining === 0) continue;
    counts.set(each, remaining - 1);
    shared += 1;
  }
  return shared / Math.max(longer.length, 1);
}

/** A shingle of a text that is too short for a whole one: long enough not to be shared by chance. */
const SMALL_SHINGLE = 4;

/** Texts too short for a shingle are cut into smaller ones, so that a changed word does not make them strangers. */
function shingles(left: Buffer, right: Buffer): readonly [Int32Array, Int32Array] {
  const shorter = Math.min(left.length, right.length);
  const width = shorter >= SHINGLE ? SHINGLE : Math.max(SMALL_SHINGLE, shorter >> 2);
  return [hashes(left, width), hashes(right, width)];
}

/** A rolling hash of every run of `width` bytes; two runs of equal bytes have equal hashes. */
function hashes(bytes: Buffer, width: number): Int32Array {
  const count = Math.max(0, bytes.length - width + 1);
  const found = new Int32Array(count);
  let outgoing = 1;
  for (let step = 1; step < width; step += 1) outgoing = Math.imul(outgoing, FACTOR);
  let hash = 0;
  for (let index = 0; index < bytes.length; index += 1) {
    if (index >= width) hash = (hash - Math.imul(bytes[index - width] ?? 0, outgoing)) | 0;
    hash = (Math.imul(hash, FACTOR) + (bytes[index] ?? 0)) | 0;
    if (index >= width - 1) found[index - width + 1] = hash & SMALL_INTEGER;
  }
  return found;
}

const FACTOR = 0x01000193;

/** Thirty bits: V8 keeps such numbers in place, and a map of them is several times faster. */
const SMALL_INTEGER = 0x3fffffff;
