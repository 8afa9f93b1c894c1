import type { ReportedError } from "../kernel/run-result.ts";
import type { TextStyle } from "../kernel/text/text-style.ts";
import { printable } from "../kernel/text/printable.ts";
import { terminalSafe } from "../kernel/text/terminal-safe.ts";
import { inset, labelled, makeSheet, type Sheet } from "./tables/sheet.ts";

/** A failure that the user can fix, for a person: what, where, fix. */
export function renderError(error: ErrorText, style: TextStyle): string {
  return terminalSafe(`${errorLines(error, makeSheet(style)).join("\n")}\n`);
}

export type ErrorText = Omit<ReportedError, "exit">;

export function errorLines({ code, what, where, fix }: ErrorText, sheet: Sheet): readonly string[] {
  return [
    ...labelled(code, printable(what), 7, sheet, sheet.paint.bad),
    ...inset(sheet, 7, (narrower) => [
      ...(where === null ? [] : labelled("where", printable(where), 7, narrower)),
      ...labelled("fix", printable(fix), 7, narrower),
    ]),
  ];
}
