import { terminalSafe } from "../../kernel/text/terminal-safe.ts";

/** The sections of a text report, an empty line between any two; empty ones are left out. */
export function joinSections(sections: readonly (readonly string[])[]): string {
  const shown = sections.flatMap((lines) => (lines.length === 0 ? [] : [lines.join("\n")]));
  return terminalSafe(`${shown.join("\n\n")}\n`);
}
