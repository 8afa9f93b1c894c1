import type { Word } from "../reader/word.ts";
import type { Refusal } from "../shell-rule.ts";
import { refuse } from "./refuse-option.ts";

/** Judges printf(1) and the builtin: its format must be known, since `-v` and `%n` assign to variables (bash(1), printf). */
export function judgePrintf(words: readonly Word[]): Refusal | null {
  const isBehind = words[0]?.text === "--";
  const format = isBehind ? words[1] : words[0];
  if (format === undefined) return null;
  if (format.text === null)
    return {
      rule: "shell.unknown-argument",
      reason: `the format of printf must be written out: printf '%s\\n' ${format.raw}`,
    };
  if (!isBehind && /^-./s.test(format.text))
    return refuse("sets", `printf ${format.raw} does not begin with a format: -v assigns to a variable (bash(1))`);
  return /%[-+ #0-9.*'hlLjztq]*n/.test(format.text.replaceAll("%%", ""))
    ? refuse("sets", "printf %n assigns to a variable (bash(1))")
    : null;
}
