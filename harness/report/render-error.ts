import type { ReportedError } from "../kernel/run-result.ts";
import type { TextStyle } from "../kernel/text/text-style.ts";
import { escapeControlChars } from "../kernel/text/escape-control-chars.ts";
import { terminalSafe } from "../kernel/text/terminal-safe.ts";
import { inset, labelled, makeTextLayout, type TextLayout } from "./tables/text-layout.ts";

/** A failure that the user can fix, for a person: what, where, fix. */
export function renderError(error: ErrorText, style: TextStyle): string {
  return terminalSafe(`${errorLines(error, makeTextLayout(style)).join("\n")}\n`);
}

export type ErrorText = Omit<ReportedError, "exit">;

export function errorLines({ code, what, where, fix }: ErrorText, sheet: TextLayout): readonly string[] {
  return [
    ...labelled(code, escapeControlChars(what), 7, sheet, sheet.paint.bad),
    ...inset(sheet, 7, (narrower) => [
      // Several places stand one a line.
      ...(where?.split("\n") ?? []).flatMap((each, at) =>
        labelled(at === 0 ? "where" : "", escapeControlChars(each), 7, narrower),
      ),
      ...labelled("fix", escapeControlChars(fix), 7, narrower),
    ]),
  ];
}
