import { type Excerpt, splitExcerpt } from "../../kernel/text/split-excerpt.ts";

/** So many characters alike are agreement; fewer are chance, as `":"` is in any two requests. */
const agreement = 12;

/** Two short texts, each cut at the first place where they differ, up to where they agree again. */
export function splitDifference(one: string, other: string): readonly [one: Excerpt, other: Excerpt] {
  let start = 0;
  while (start < one.length && one[start] === other[start]) start += 1;
  const [inOne, inOther] = nearestAgreement(one.slice(start), other.slice(start));
  return [splitExcerpt(one, { start, end: start + inOne }), splitExcerpt(other, { start, end: start + inOther })];
}

/** How much of each to skip so that the rests begin alike: as little as possible in all. */
function nearestAgreement(one: string, other: string): readonly [inOne: number, inOther: number] {
  for (let skipped = 0; skipped < one.length + other.length; skipped += 1) {
    for (let inOne = Math.max(0, skipped - other.length); inOne <= Math.min(skipped, one.length); inOne += 1) {
      const inOther = skipped - inOne;
      const ahead = other.slice(inOther, inOther + agreement);
      if (one.slice(inOne, inOne + agreement) === ahead) return [inOne, inOther];
    }
  }
  return [one.length, other.length];
}
