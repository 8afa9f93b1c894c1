import type { Word } from "../reader/word.ts";
import type { Refusal } from "../shell-rule.ts";
import { refuse } from "./refuse-option.ts";

/** Judges the builtin `command`: with -v or -V it says what a name means, without it runs the name (bash(1), command). */
export function judgeCommandLookup(words: readonly Word[]): Refusal | null {
  const option = words[0]?.text;
  if (option === "-v" || option === "-V") return null;
  return refuse("runs-programs", "command runs what it is given: name the utility itself, or ask with command -v");
}
