import { isCount } from "../promises/is-count.ts";
import type { Word } from "../reader/word.ts";
import type { Refusal } from "../shell-rule.ts";
import { refuse } from "./refuse-option.ts";

/** Unary operators of test(1) that look at files and strings. `-v` and `-R` are left out: they evaluate subscripts. */
const unary = new Set("-a -b -c -d -e -f -g -h -k -n -o -p -r -s -t -u -w -x -z -G -L -N -O -S".split(" "));
const binary = new Set("= == != < > -eq -ne -lt -le -gt -ge -nt -ot -ef".split(" "));

/**
 * Judges the words of `test` or, without its bracket, of `[`. An operand may be anything; an operator must be written out, since
 * `-v 'a[$(command)]'` runs the command (bash(1), CONDITIONAL EXPRESSIONS and Arrays).
 */
export function judgeTest(words: readonly Word[]): Refusal | null {
  const split = words.find((word) => !word.single && !isCount(word.raw));
  if (split !== undefined) return unsure(split);
  if (words.length <= 1) return null;
  let at = 0;
  for (;;) {
    const next = judgeTerm(words, at);
    if (typeof next !== "number") return next;
    at = next;
    while (words[at]?.text === ")") at += 1;
    const joint = words[at];
    if (joint === undefined) return null;
    if (joint.text !== "-a" && joint.text !== "-o") return unsure(joint);
    at += 1;
  }
}

/** Judges `[`, whose last word is its bracket. */
export function judgeBracket(words: readonly Word[]): Refusal | null {
  const last = words.at(-1);
  if (last?.text !== "]") return { rule: "shell.syntax", reason: "'[' without a closing ']'" };
  return judgeTest(words.slice(0, -1));
}

/** The offset behind the term that starts at `from`. */
function judgeTerm(words: readonly Word[], from: number): number | Refusal {
  let at = from;
  while (words[at]?.text === "!" || words[at]?.text === "(") at += 1;
  const [first, second, third] = [words[at], words[at + 1], words[at + 2]];
  if (first === undefined) return { rule: "shell.syntax", reason: "an operand of test is missing" };
  if (second?.text !== undefined && second.text !== null && binary.has(second.text) && third !== undefined)
    return at + 3;
  if (first.text === "-v" || first.text === "-R") {
    return refuse("runs-programs", `test ${first.text} evaluates a subscript and may run what stands in it (bash(1))`);
  }
  if (first.text !== null && unary.has(first.text) && second !== undefined) return at + 2;
  return second === undefined || second.text === ")" ? at + 1 : unsure(first);
}

function unsure(word: Word): Refusal {
  return {
    rule: "shell.unknown-argument",
    reason: `test cannot be read at ${word.raw}: quote every expansion and write operators out`,
  };
}
