import { displayWidth, headWithin } from "./display-width.ts";

/** Breaks a text into lines of at most `columns`, at spaces; a word longer than a line is cut. Never empty. */
export function wrapText(text: string, columns: number): readonly string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.trim().split(/\s+/)) {
    for (const piece of pieces(word, columns)) {
      if (line === "") line = piece;
      else if (displayWidth(line) + 1 + displayWidth(piece) <= columns) line += ` ${piece}`;
      else {
        lines.push(line);
        line = piece;
      }
    }
  }
  return [...lines, line];
}

function* pieces(word: string, columns: number): Generator<string> {
  let rest = word;
  while (displayWidth(rest) > columns) {
    // At least two columns, so that a wide character always fits and the loop ends.
    const head = headWithin(rest, Math.max(columns, 2));
    yield head;
    rest = rest.slice(head.length);
  }
  yield rest;
}
