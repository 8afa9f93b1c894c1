import type { Span } from "../kernel/span.ts";
import { skipString } from "../wire-scan/skip-string.ts";
import { isWhiteSpace } from "../wire-scan/skip-white-space.ts";

/** Raw spans of one body, in body order, that are compared as if they stood side by side. */
export type Pieces = readonly Span[];

/** `pieces` without the bytes of `holes`, which are ordered and lie inside. */
export function cutOut(pieces: Pieces, holes: readonly Span[]): Pieces {
  if (holes.length === 0) return pieces;
  const kept: Span[] = [];
  for (const piece of pieces) {
    let start = piece.start;
    for (const hole of holes) {
      if (hole.end <= start || hole.start >= piece.end) continue;
      if (hole.start > start) kept.push({ start, end: hole.start });
      start = Math.max(start, hole.end);
    }
    if (start < piece.end) kept.push({ start, end: piece.end });
  }
  return kept;
}

/** `pieces` without the white space between JSON tokens; white space inside strings stays. */
export function cutWhiteSpace(body: Buffer, pieces: Pieces): Pieces {
  const kept: Span[] = [];
  for (const piece of pieces) {
    let start = piece.start;
    let at = piece.start;
    while (at < piece.end) {
      if (body[at] === 0x22) at = skipString(body, at);
      else if (isWhiteSpace(body[at])) {
        if (at > start) kept.push({ start, end: at });
        while (at < piece.end && isWhiteSpace(body[at])) at += 1;
        start = at;
      } else at += 1;
    }
    if (start < piece.end) kept.push({ start, end: piece.end });
  }
  return kept;
}
