/** A prefix with a reported length: the parts up to and including this one. */
export type Anchor = { readonly link: number; readonly tokens: number };

type Part = { readonly tokens: number; readonly isKnown: boolean };

/**
 * Lengths of all prefixes, such that those at anchors equal the reported ones. Between two anchors the parts that were seen
 * before keep their length and the new ones share the rest; without a rest, all shrink alike. `head` is not stretched.
 */
export function fitted(parts: readonly Part[], anchors: readonly Anchor[], head: number): readonly number[] {
  const lengths: number[] = [];
  let from = 0;
  let sum = 0;
  for (const { link, tokens } of anchors) {
    const span = parts.slice(from, link + 1);
    const before = from === 0 && head < tokens ? head : 0;
    const stretch = stretchOf(span, tokens - sum, before);
    let running = sum;
    for (const [index, part] of span.entries()) {
      running += index === 0 ? before + stretch({ ...part, tokens: part.tokens - before }) : stretch(part);
      lengths.push(Math.round(running));
    }
    lengths[link] = tokens;
    sum = tokens;
    from = link + 1;
  }
  return lengths;
}

/** A function from a part to its length in a span that must have the `wanted` length. */
function stretchOf(span: readonly Part[], wanted: number, head: number): (part: Part) => number {
  const all = span.reduce((sum, { tokens }) => sum + tokens, -head);
  const known = span.reduce(
    (sum, { tokens, isKnown }, index) => sum + (isKnown ? tokens - (index === 0 ? head : 0) : 0),
    0,
  );
  const [left, rest] = [wanted - head - known, all - known];
  if (rest > 0 && left >= 0) return ({ tokens, isKnown }) => (isKnown ? tokens : (tokens * left) / rest);
  return ({ tokens }) => (all > 0 ? (tokens * (wanted - head)) / all : 0);
}
