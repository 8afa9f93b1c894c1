import type { TextStyle } from "../kernel/text-style.ts";
import { displayWidth } from "./display-width.ts";
import { type Brush, makePaint, type Paint } from "./paint.ts";
import { wrapText } from "./wrap-text.ts";

/** What every part of a text report is written on. */
export type Sheet = { readonly paint: Paint; readonly columns: number };

export function makeSheet(style: TextStyle): Sheet {
  return { paint: makePaint(style.colour), columns: style.columns };
}

/** Writes a part on a narrower sheet and shifts it to the right. */
export function inset(sheet: Sheet, by: number, write: (narrower: Sheet) => readonly string[]): readonly string[] {
  return shifted(write({ ...sheet, columns: sheet.columns - by }), by);
}

/** A paragraph behind a label, further lines under its first. */
export function labelled(
  label: string,
  text: string,
  labelColumns: number,
  sheet: Sheet,
  paint: Brush = sheet.paint.faint,
): readonly string[] {
  const [first, ...others] = wrapText(text, sheet.columns - labelColumns);
  return [paint(label.padEnd(labelColumns)) + first, ...shifted(others, labelColumns)];
}

/** A heading and its paragraph: on one line where they fit, else the paragraph below, shifted. */
export function headed(heading: string, paint: Brush, text: string, shift: number, sheet: Sheet): readonly string[] {
  const line = `${heading}  ${text}`;
  if (displayWidth(line) <= sheet.columns) return [paint(heading) + line.slice(heading.length)];
  return [paint(heading), ...shifted(wrapText(text, sheet.columns - shift), shift)];
}

function shifted(lines: readonly string[], by: number): readonly string[] {
  return lines.map((line) => (line === "" ? line : " ".repeat(by) + line));
}
