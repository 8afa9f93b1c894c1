import { commonLength, commonTail } from "../../wire-scan/common-length.ts";

/** Bytes of a shingle (harness/diagnosis/CODES.md). */
const SHINGLE = 32;

/**
 * How much of the longer text the other shares, from 0 to 1: lines as a multiset, or 32-byte shingles where a text is one
 * line. Two empty texts are alike.
 */
export function similarity(left: string, right: string): number {
  if (left === right) return 1;
  if (left.includes("\n") && right.includes("\n")) {
    const [ours, theirs] = [linesOf(left), linesOf(right)];
    return countShared(ours, theirs) / Math.max(ours.length, theirs.length, 1);
  }
  return sharedShingles(left, right);
}

/**
 * The same by shingles alone: a line of which a word changed still counts for what is left of it. Those of the head and the tail that
 * both texts have are shared without a look: what is left of both shares as many as without them.
 */
export function sharedShingles(left: string, right: string): number {
  const [ours, theirs] = [Buffer.from(left), Buffer.from(right)];
  const shorter = Math.min(ours.length, theirs.length);
  // A text too short for a shingle is cut into smaller ones, so that a changed word does not make them strangers.
  const width = shorter >= SHINGLE ? SHINGLE : Math.max(SMALL_SHINGLE, shorter >> 2);
  const head = commonLength(ours, 0, theirs, 0, shorter);
  const tail = commonTail(ours, ours.length, theirs, theirs.length, shorter - head);
  const [before, behind] = [shinglesIn(head, width), shinglesIn(tail, width)];
  const between = (text: Buffer): Int32Array => hashes(text.subarray(before, text.length - behind), width);
  const shared = before + behind + countShared(between(ours), between(theirs));
  return shared / Math.max(shinglesIn(ours.length, width), shinglesIn(theirs.length, width), 1);
}

function shinglesIn(length: number, width: number): number {
  return Math.max(0, length - width + 1);
}

/** Blank lines are in every text and say nothing. */
function linesOf(text: string): readonly string[] {
  return text.split("\n").filter((line) => line.trim() !== "");
}

/** How many of two multisets' members both have. */
function countShared<T extends string | number>(left: ArrayLike<T>, right: ArrayLike<T>): number {
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
  return shared;
}

/** A shingle of a text that is too short for a whole one: long enough not to be shared by chance. */
const SMALL_SHINGLE = 4;

/** A rolling hash of every run of `width` bytes; two runs of equal bytes have equal hashes. */
function hashes(bytes: Buffer, width: number): Int32Array {
  const found = new Int32Array(shinglesIn(bytes.length, width));
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
