import { type Excerpt, splitExcerpt } from "../kernel/split-excerpt.ts";

/** Two short texts, each cut where it differs from the other: what both begin and end with is left around it. */
export function splitDifference(one: string, other: string): readonly [one: Excerpt, other: Excerpt] {
  const shorter = Math.min(one.length, other.length);
  let start = 0;
  while (start < shorter && one[start] === other[start]) start += 1;
  let tail = 0;
  while (tail < shorter - start && one[one.length - 1 - tail] === other[other.length - 1 - tail]) tail += 1;
  const cut = (text: string): Excerpt => splitExcerpt(text, { start, end: text.length - tail });
  return [cut(one), cut(other)];
}
