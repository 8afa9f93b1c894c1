import type { Console } from "../io/console.ts";
import { wrapText } from "../report/tables/wrap-text.ts";

/** Prints notes on standard error, each from a new line and within the terminal's width. */
export function printNotes(notes: readonly string[], { err, errStyle }: Pick<Console, "err" | "errStyle">): void {
  for (const note of notes) err(`${wrapText(note, errStyle.columns - 2).join("\n  ")}\n`);
}
