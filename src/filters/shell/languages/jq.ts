import type { Word } from "../reader/word.ts";
import type { Refusal } from "../shell-rule.ts";
import type { Danger, OptionTable } from "../utilities/utility.ts";
import { judgeOptions } from "./options.ts";
import { refuse } from "./refuse-option.ts";

export const jqDangers: readonly Danger[] = [
  { options: ["-f", "--from-file"], does: "never-ends", source: "jq(1): a program file is not visible" },
  { options: ["-L", "--library-path"], does: "never-ends", source: "jq(1): modules are not visible" },
];

const table: OptionTable = {
  flags: "nrRsSCMaejchV",
  long:
    "null-input raw-input slurp compact-output raw-output raw-output0 join-output ascii-output sort-keys color-output " +
    "monochrome-output tab indent= exit-status stream stream-errors seq arg= argjson= slurpfile= rawfile= args jsonargs help version",
  dangers: jqDangers,
  operands: {
    match:
      /^(?![^]*(?:\b(?:repeat|until|while|recurse|recurse_down|combinations)\s*\(|(?<![.\w"])infinite\b|\bdef\s+\w+\s*[:(]|\b(?:import|include)\s+"|\brange\s*\([^)]*(?:\d{7}|\d[eE]|\*|;\s*-?0*\.?0*\s*\))|"\s*\*|\*\s*"|\[\s*(?:\d{7}|\d+[eE])))/,
    unknown: "fine",
    does: "never-ends",
    why: "loops (until, while, repeat, recurse with a filter), own functions, modules and ranges above 999999 may not end (jq(1))",
  },
};

/** Judges jq(1): its options, and what of its program may go on: loops, and ranges that multiply. */
export function judgeJq(words: readonly Word[]): Refusal | null {
  const judged = judgeOptions("jq", words, table, "permuting");
  if (judged.refusal !== null) return judged.refusal;
  const long = judged.options.operands.find(({ text }) => text !== null && countRange(text) > mostValues);
  if (long === undefined) return null;
  return refuse("never-ends", `jq ${long.raw}: its ranges multiply to more than ${mostValues} values`);
}

const mostValues = 999_999;

/** How many values the ranges of a program come to where each runs for every value of the others. One without numbers counts as 100. */
function countRange(program: string): number {
  let values = 1;
  for (const [call] of program.matchAll(/\brange\s*\(?[^()]*\)?/g)) {
    const numbers = [...call.matchAll(/\d+/g)].map(([digits]) => Number(digits));
    values *= Math.max(1, ...(numbers.length === 0 ? [100] : numbers));
  }
  return values;
}
