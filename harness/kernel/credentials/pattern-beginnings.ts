/** How a text begins that a pattern matches, and whether that is all of the pattern. */
type Beginning = { readonly texts: readonly string[]; readonly isWhole: boolean };

/**
 * The texts, one of which begins whatever the pattern matches, as far as the pattern says it in plain signs, classes of them and groups.
 *
 * @throws Error for a pattern that leaves a beginning open
 */
export function patternBeginnings(pattern: string): readonly string[] {
  const { texts } = beginningOfAny(pattern);
  if (texts.some((text) => text.length < 2)) throw new Error(`a pattern has no beginning of its own: ${pattern}`);
  return texts;
}

function beginningOfAny(pattern: string): Beginning {
  const all = alternativesOf(pattern).map(beginningOf);
  return { texts: all.flatMap(({ texts }) => texts), isWhole: all.every(({ isWhole }) => isWhole) };
}

function beginningOf(sequence: string): Beginning {
  let texts: readonly string[] = [""];
  for (let at = 0; at < sequence.length;) {
    const end = elementEnd(sequence, at);
    // What may be missing or repeated is left out, and all behind it.
    const next = /[?*+{]/.test(sequence[end] ?? "") ? null : textsOf(sequence.slice(at, end));
    if (next === null) return { texts, isWhole: false };
    texts = texts.flatMap((text) => next.texts.map((more) => text + more));
    if (!next.isWhole) return { texts, isWhole: false };
    at = end;
  }
  return { texts, isWhole: true };
}

/** Null for what is not plain. */
function textsOf(element: string): Beginning | null {
  if (/^\\?[/.~@:-]$|^\w$/.test(element)) return element === "." ? null : { texts: [element.slice(-1)], isWhole: true };
  const [, signs] = /^\[([A-Za-z]+)\]$/.exec(element) ?? [];
  if (signs !== undefined) return { texts: [...new Set(signs.toLowerCase())], isWhole: true };
  return element.startsWith("(?:") ? beginningOfAny(element.slice(3, -1)) : null;
}

function alternativesOf(pattern: string): readonly string[] {
  const parts: string[] = [];
  let start = 0;
  for (let at = 0; at < pattern.length; at = elementEnd(pattern, at)) {
    if (pattern[at] !== "|") continue;
    parts.push(pattern.slice(start, at));
    start = at + 1;
  }
  return [...parts, pattern.slice(start)];
}

/** The offset behind a sign, an escape, a class or a group. */
function elementEnd(pattern: string, at: number): number {
  if (pattern[at] === "\\") return at + 2;
  if (pattern[at] === "[") {
    let end = at + 1;
    while (pattern[end] !== "]") end = elementEnd(pattern, end);
    return end + 1;
  }
  if (pattern[at] !== "(") return at + 1;
  let end = at + 1;
  while (pattern[end] !== ")") end = elementEnd(pattern, end);
  return end + 1;
}
