import { escapeControlChars } from "../../kernel/text/escape-control-chars.ts";
import type { TextStyle } from "../../kernel/text/text-style.ts";
import { cutInMiddle, displayWidth } from "./display-width.ts";
import { type Style, makePaint, type Paint } from "./paint.ts";
import { wrapText } from "./wrap-text.ts";

/**
 * The layout that every part of a text report uses. Text after a label or a heading may come from a recording, and passes
 * escapeControlChars here.
 */
export type TextLayout = { readonly paint: Paint; readonly columns: number };

export function makeTextLayout(style: TextStyle): TextLayout {
  return { paint: makePaint(style.colour), columns: style.columns };
}

/** Writes a part on a narrower sheet and shifts it to the right. */
export function inset(
  sheet: TextLayout,
  by: number,
  write: (narrower: TextLayout) => readonly string[],
): readonly string[] {
  return shifted(write({ ...sheet, columns: sheet.columns - by }), by);
}

/** A paragraph behind a label, further lines under its first. */
export function labelled(
  label: string,
  text: string,
  labelColumns: number,
  sheet: TextLayout,
  paint: Style = sheet.paint.faint,
): readonly string[] {
  const [first, ...others] = wrapText(escapeControlChars(text), sheet.columns - labelColumns);
  return [paint(label.padEnd(labelColumns)) + first, ...shifted(others, labelColumns)];
}

/** A heading and its paragraph: on one line where they fit, else the paragraph below, shifted. */
export function headed(
  heading: string,
  paint: Style,
  text: string,
  shift: number,
  sheet: TextLayout,
): readonly string[] {
  const [head, rest] = [escapeControlChars(heading), escapeControlChars(text)];
  if (displayWidth(`${head}  ${rest}`) <= sheet.columns) return [`${paint(head)}  ${rest}`];
  return [paint(head), ...shifted(wrapText(rest, sheet.columns - shift), shift)];
}

/** A heading and a name on one line: a name that is too long is cut in the middle, never wrapped. */
export function headedName(heading: string, paint: Style, name: string, sheet: TextLayout): string {
  const [head, whole] = [escapeControlChars(heading), escapeControlChars(name)];
  return `${paint(head)}  ${cutInMiddle(whole, sheet.columns - displayWidth(head) - 2)}`;
}

function shifted(lines: readonly string[], by: number): readonly string[] {
  return lines.map((line) => (line === "" ? line : " ".repeat(by) + line));
}
