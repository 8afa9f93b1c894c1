import type { Word } from "../reader/word.ts";
import type { Refusal } from "../shell-rule.ts";
import { refuse } from "./refuse-option.ts";

/** Judges printf(1) and the builtin: its format must be known, since `-v` and `%n` assign to variables (bash(1), printf). */
export function judgePrintf(words: readonly Word[]): Refusal | null {
  const first = words[0];
  const format = first?.text === "--" ? words[1] : first;
  if (format === undefined) return null;
  if (format.text === null) {
    return {
      rule: "shell.unknown-argument",
      reason: `the format of printf must be written out: printf '%s\\n' ${format.raw}`,
    };
  }
  if (first?.text?.startsWith("-v") === true)
    return refuse("changes-state", "printf -v assigns to a variable (bash(1))");
  if (first === format && format.text.startsWith("-") && format.text.length > 1) {
    return { rule: "shell.unknown-option", reason: `printf ${format.raw} is not an option known to be harmless` };
  }
  if (/%[^%A-Za-z]*\*/.test(format.text) && words.some(({ text }) => text === null || /^-?\d{5,}$/.test(text))) {
    return refuse(
      "never-ends",
      "printf * takes a width from its arguments, which must be plain numbers of at most four digits",
    );
  }
  const conversions = format.text.replaceAll("%%", "");
  return /%[-+ #0-9.*'hlLjztq]*n/.test(conversions)
    ? refuse("changes-state", "printf %n assigns to a variable (bash(1))")
    : null;
}
