import { displayWidth } from "../tables/display-width.ts";
import type { TextLayout } from "../tables/text-layout.ts";

/** A command behind a label. One that is wider than the sheet goes on behind a backslash, so that it can be pasted as it stands. */
export function commandLines(
  label: string,
  command: string,
  labelColumns: number,
  sheet: TextLayout,
): readonly string[] {
  const width = sheet.columns - labelColumns;
  const lines: string[] = [];
  let line = "";
  // Between words: a break inside of quotes would be a part of the word.
  for (const word of wordsOf(command)) {
    const next = line === "" ? word : `${line} ${word}`;
    if (line === "" || displayWidth(next) <= width - CONTINUED.length) line = next;
    else {
      lines.push(line + CONTINUED);
      line = `  ${word}`;
    }
  }
  const whole = displayWidth(command) <= width ? [command] : [...lines, line];
  return whole.map(
    (each, at) => (at === 0 ? sheet.paint.faint(label.padEnd(labelColumns)) : " ".repeat(labelColumns)) + each,
  );
}

const CONTINUED = " \\";

function wordsOf(command: string): readonly string[] {
  return command.match(/(?:'[^']*'|\\.|[^\s'\\])+/g) ?? [command];
}
