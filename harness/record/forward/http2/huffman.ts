/** The code's length in bits for each byte, and last for the end of a string (RFC 7541, Appendix B). */
const lengths: readonly number[] = `
13 23 28 28 28 28 28 28 28 24 30 28 28 30 28 28 28 28 28 28 28 28 30 28 28 28 28 28 28 28 28 28 6 10 10 12 13
6 8 11 10 10 8 11 8 6 6 6 5 5 5 6 6 6 6 6 6 6 7 8 15 6 12 10 13 6 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7
8 7 8 13 19 13 14 6 15 5 6 5 6 5 6 6 6 5 7 7 6 6 6 5 6 7 6 5 5 6 7 7 7 7 7 15 11 14 13 28 20 22 20 20 22 22 22
23 22 23 23 23 23 23 24 23 24 24 22 23 24 23 23 23 23 21 22 23 22 23 23 24 22 21 20 22 22 23 23 21 23 22 22 24
21 22 23 23 21 21 22 21 23 22 23 23 20 22 22 22 23 22 22 23 26 26 20 19 22 23 22 25 26 26 26 27 27 26 24 25 19
21 26 27 27 26 27 24 21 21 26 26 28 27 27 27 20 24 20 21 22 21 21 23 22 22 25 25 24 24 26 23 26 27 26 26 27 27
27 27 27 28 27 27 27 27 27 26 30`
  .trim()
  .split(/\s+/)
  .map(Number);

const END = 256;

/** A tree as pairs of numbers: the next node above zero, a symbol as `~symbol` below. */
const tree = growTree();

/** The string that these bytes code; null if they are not of this code. */
export function decodeHuffman(bytes: Uint8Array): string | null {
  let text = "";
  let node = 0;
  let bitsSinceSymbol = 0;
  let onlyOnes = true;
  for (const byte of bytes) {
    for (let bit = 7; bit >= 0; bit -= 1) {
      const one = (byte >> bit) & 1;
      const next = tree[node * 2 + one] ?? 0;
      bitsSinceSymbol += 1;
      onlyOnes &&= one === 1;
      if (next >= 0) {
        node = next;
        continue;
      }
      if (~next === END) return null;
      text += String.fromCharCode(~next);
      [node, bitsSinceSymbol, onlyOnes] = [0, 0, true];
    }
  }
  // Padding is the beginning of the end's code, and shorter than a byte.
  return bitsSinceSymbol < 8 && onlyOnes ? text : null;
}

/** The code is canonical: symbols of one length have consecutive codes in their order. */
function growTree(): Int16Array {
  const nodes = new Int16Array(lengths.length * 2);
  let used = 1;
  let [code, length] = [0, 0];
  const symbols = lengths
    .map((bits, symbol) => ({ bits, symbol }))
    .toSorted((a, b) => a.bits - b.bits || a.symbol - b.symbol);
  for (const { bits, symbol } of symbols) {
    code *= 2 ** (bits - length);
    length = bits;
    let node = 0;
    for (let bit = bits - 1; bit > 0; bit -= 1) {
      const at = node * 2 + ((code >> bit) & 1);
      if (nodes[at] === 0) nodes[at] = used++;
      node = nodes[at] ?? 0;
    }
    nodes[node * 2 + (code & 1)] = ~symbol;
    code += 1;
  }
  return nodes;
}
