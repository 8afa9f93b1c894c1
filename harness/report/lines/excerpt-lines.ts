import type { Excerpt } from "../../kernel/text/split-excerpt.ts";
import { displayWidth, headWithin, tailWithin } from "../tables/display-width.ts";
import { escapeControlChars } from "../../kernel/text/escape-control-chars.ts";
import type { TextLayout } from "../tables/text-layout.ts";

/**
 * A cut of a body on one line, the differing part coloured, and under it a line of carets: colour is lost in a pipe and
 * on some eyes, carets are not. A single caret where this side has nothing between what both share.
 */
export function excerptLines(excerpt: Excerpt, sheet: TextLayout): readonly string[] {
  const { before, differing, after } = fitted(excerpt, sheet.columns);
  const carets = "^".repeat(Math.max(displayWidth(differing), 1));
  return [before + sheet.paint.mark(differing) + after, " ".repeat(displayWidth(before)) + sheet.paint.mark(carets)];
}

/** Indentation around the difference says nothing and costs half the line; in the difference itself it may be the difference. */
function withoutIndentation(text: string): string {
  return text.replace(/\n[ \t]+/g, "\n ");
}

/** At most a third of the line for what came before, then the difference, then what follows as far as it goes. */
function fitted(excerpt: Excerpt, columns: number): Excerpt {
  const before = shortenedLeft(escapeControlChars(withoutIndentation(excerpt.before)), Math.floor(columns / 3));
  const differing = shortenedRight(escapeControlChars(excerpt.differing), columns - displayWidth(before));
  const left = columns - displayWidth(before) - displayWidth(differing);
  return { before, differing, after: shortenedRight(escapeControlChars(withoutIndentation(excerpt.after)), left) };
}

function shortenedLeft(text: string, columns: number): string {
  return displayWidth(text) <= columns ? text : `…${tailWithin(text, columns - 1)}`;
}

function shortenedRight(text: string, columns: number): string {
  if (displayWidth(text) <= columns) return text;
  return columns < 1 ? "" : `${headWithin(text, columns - 1)}…`;
}
