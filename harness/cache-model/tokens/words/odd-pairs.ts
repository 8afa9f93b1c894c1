/**
 * Of each letter, in bits, the letters that seldom follow it in a word. Made by write-base.ts: all pairs but the 250 that most of the
 * words of o200k's vocabulary have.
 */
const ODD_PAIRS = Int32Array.of(
  0x0,
  0x5028420,
  0x7db6ddc,
  0x7cb64d4,
  0x7d37ddc,
  0x2028500,
  0x7db6d9c,
  0x7d32cdc,
  0x7cb7ddc,
  0x3a20300,
  0x7ff7fdc,
  0x7d77ddc,
  0x5c76dcc,
  0x7de5dd8,
  0x5873504,
  0x7020520,
  0x7c26cdc,
  0x7dffffe,
  0x5830544,
  0x7c664d4,
  0x5c36cdc,
  0x7e28d40,
  0x7ff7ddc,
  0x7ff7ddc,
  0x7fffffe,
  0x7f7ffdc,
  0x7fffddc,
);

/** How many pairs of neighbours in a word, of letters only, few words have; small or capital. */
export function oddPairs(text: string, from: number, to: number): number {
  let odd = 0;
  let seldom = 0;
  for (let at = from; at < to; at += 1) {
    const letter = text.charCodeAt(at) & LETTER;
    odd += (seldom >>> letter) & 1;
    seldom = ODD_PAIRS[letter] ?? 0;
  }
  return odd;
}

/** Of a letter, its place in the alphabet from 1, whether small or capital. */
const LETTER = 0x1f;
