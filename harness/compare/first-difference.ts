import { commonLength } from "../wire-scan/common-length.ts";
import type { Pieces } from "./pieces.ts";

/** Offsets, in each body, of the first bytes that differ; a side that ended first points at its end. */
export type Difference = { readonly parentOffset: number; readonly childOffset: number };

/** Compares two runs of pieces byte by byte; null where they are equal and end together. */
export function firstDifference(parent: Buffer, left: Pieces, child: Buffer, right: Pieces): Difference | null {
  let [leftIndex, rightIndex] = [0, 0];
  let [leftDone, rightDone] = [0, 0];
  for (;;) {
    const from = left[leftIndex];
    const to = right[rightIndex];
    if (from === undefined || to === undefined) {
      return from === to
        ? null
        : { parentOffset: place(left, leftIndex, leftDone), childOffset: place(right, rightIndex, rightDone) };
    }
    const parentOffset = from.start + leftDone;
    const childOffset = to.start + rightDone;
    const length = Math.min(from.end - parentOffset, to.end - childOffset);
    const equal = commonLength(parent, parentOffset, child, childOffset, length);
    if (equal < length) return { parentOffset: parentOffset + equal, childOffset: childOffset + equal };
    leftDone += length;
    rightDone += length;
    if (from.start + leftDone === from.end) [leftIndex, leftDone] = [leftIndex + 1, 0];
    if (to.start + rightDone === to.end) [rightIndex, rightDone] = [rightIndex + 1, 0];
  }
}

function place(pieces: Pieces, index: number, done: number): number {
  const piece = pieces[index];
  if (piece !== undefined) return piece.start + done;
  return pieces.at(-1)?.end ?? 0;
}
