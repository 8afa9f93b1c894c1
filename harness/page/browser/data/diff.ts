/** A piece of a text; `differs` if the other text lacks it. */
export type Piece = { readonly text: string; readonly differs: boolean };

/** Two texts in pieces, word by word. Of long texts the whole middle differs. */
export function diffTexts(
  was: string,
  now: string,
): { readonly was: readonly Piece[]; readonly now: readonly Piece[] } {
  const [left, right] = [wordsOf(was), wordsOf(now)];
  let start = 0;
  while (start < left.length && start < right.length && left[start] === right[start]) start += 1;
  let end = 0;
  const most = Math.min(left.length, right.length) - start;
  while (end < most && left[left.length - 1 - end] === right[right.length - 1 - end]) end += 1;
  const middle = { left: left.slice(start, left.length - end), right: right.slice(start, right.length - end) };
  const common = middle.left.length * middle.right.length > MOST ? null : commonWords(middle.left, middle.right);
  const pieces = (words: readonly string[], inner: readonly string[], kept: ReadonlySet<number>): readonly Piece[] =>
    joined([
      ...words.slice(0, start).map((text) => ({ text, differs: false })),
      ...inner.map((text, at) => ({ text, differs: !kept.has(at) })),
      ...words.slice(words.length - end).map((text) => ({ text, differs: false })),
    ]);
  return {
    was: pieces(left, middle.left, common?.left ?? new Set()),
    now: pieces(right, middle.right, common?.right ?? new Set()),
  };
}

/** Comparisons for which a reader does not wait. */
const MOST = 1_000_000;

function wordsOf(text: string): readonly string[] {
  return text.match(/[\p{L}\p{N}_]+|\s+|[^\p{L}\p{N}_\s]/gu) ?? [];
}

/** Positions of a longest common subsequence in both lists. */
function commonWords(
  left: readonly string[],
  right: readonly string[],
): { readonly left: ReadonlySet<number>; readonly right: ReadonlySet<number> } {
  const width = right.length + 1;
  const lengths = new Uint32Array((left.length + 1) * width);
  const at = (one: number, other: number): number => lengths[one * width + other] ?? 0;
  for (let one = left.length - 1; one >= 0; one -= 1) {
    for (let other = right.length - 1; other >= 0; other -= 1)
      lengths[one * width + other] =
        left[one] === right[other] ? at(one + 1, other + 1) + 1 : Math.max(at(one + 1, other), at(one, other + 1));
  }
  const kept = { left: new Set<number>(), right: new Set<number>() };
  for (let one = 0, other = 0; one < left.length && other < right.length;) {
    if (left[one] === right[other]) {
      kept.left.add(one);
      kept.right.add(other);
      one += 1;
      other += 1;
    } else if (at(one + 1, other) >= at(one, other + 1)) one += 1;
    else other += 1;
  }
  return kept;
}

function joined(pieces: readonly Piece[]): readonly Piece[] {
  const all: Piece[] = [];
  for (const piece of pieces) {
    const last = all.at(-1);
    if (last?.differs === piece.differs) all[all.length - 1] = { ...last, text: last.text + piece.text };
    else all.push(piece);
  }
  return all;
}
