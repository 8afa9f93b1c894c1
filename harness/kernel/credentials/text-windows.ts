/** A part of a text that overlaps with the next one, and where it begins. */
export type TextWindow = { readonly text: string; readonly from: number };

/** Far below what a pattern may read in one go: of some five million characters the engine gives up with a stack overflow. */
const [LENGTH, OVERLAP] = [1024 * 1024, 64 * 1024];

/** The text in parts, so that a pattern can search one of any length. What is shorter than the overlap is whole in one of them. */
export function* textWindows(text: string): Generator<TextWindow> {
  for (let from = 0; ; from += LENGTH) {
    const to = from + LENGTH + OVERLAP;
    yield { text: from === 0 && to >= text.length ? text : text.slice(from, to), from };
    if (to >= text.length) return;
  }
}
