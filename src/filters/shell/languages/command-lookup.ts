import type { Word } from "../reader/word.ts";
import type { Refusal } from "../shell-rule.ts";
import { refuse } from "./refuse-option.ts";

/**
 * Judges the builtin `command`: with -v or -V it says what a name means, without it runs the name (bash(1), command). zsh takes -v for a
 * name to run if an option follows that it does not know.
 */
export function judgeCommandLookup([option, ...names]: readonly Word[]): Refusal | null {
  const asks = /^-[vV]$/.test(option?.text ?? "") && !names.some(({ text, lead }) => (text ?? lead).startsWith("-"));
  return asks ? null : refuse("runs", "command runs what it is given: name the utility itself, or ask with command -v");
}
