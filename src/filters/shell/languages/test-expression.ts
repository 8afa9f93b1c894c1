import { isCount } from "../promises/is-count.ts";
import type { Conditional } from "../reader/clause.ts";
import type { Word } from "../reader/word.ts";
import type { Refusal } from "../shell-rule.ts";
import { refuse } from "./refuse-option.ts";

/** Unary operators of test(1) that look at files and strings. `-v` and `-R` are left out: they evaluate subscripts. */
const unary = new Set("-a -b -c -d -e -f -g -h -k -n -o -p -r -s -t -u -w -x -z -G -L -N -O -S".split(" "));
const binary = new Set("= == != =~ < > -nt -ot -ef".split(" "));
const counting = new Set("-eq -ne -lt -le -gt -ge".split(" "));

/**
 * Judges the words of `test` or, without its bracket, of `[`. An operand may be anything; an operator must be written out, since
 * `-v 'a[$(command)]'` runs the command (bash(1), CONDITIONAL EXPRESSIONS and Arrays).
 */
export function judgeTest(words: readonly Word[]): Refusal | null {
  const split = words.find((word) => !word.single && !isCount(word.raw));
  if (split !== undefined) return unsure(split);
  return words.length <= 1 ? null : judgeTerms(words);
}

/** Judges `[`, whose last word is its bracket. */
export function judgeBracket(words: readonly Word[]): Refusal | null {
  if (words.at(-1)?.text !== "]") return { rule: "shell.syntax", reason: "'[' without a closing ']'" };
  return judgeTest(words.slice(0, -1));
}

/**
 * Judges `[[ … ]]`. Its arithmetic operators evaluate both sides as expressions, in which a subscript runs commands, even in plain
 * text: `[[ 'a[$(command)]' -eq 1 ]]` (bash(1), ARITHMETIC EVALUATION). So they get numbers alone.
 */
export function judgeConditional({ terms }: Conditional): Refusal | null {
  const odd = terms.find(({ operator, words }) =>
    counting.has(operator) ? !words.every(isNumber) : !unary.has(operator) && !binary.has(operator),
  );
  return odd === undefined ? null : refuseEvaluation(odd.operator);
}

/** A decimal number, or an expansion that can be nothing else. */
function isNumber({ text, raw }: Word): boolean {
  return /^-?\d+$/.test(text ?? "") || /^"?(?:\$#|\$\?|\$\{#\w+\})"?$/.test(raw);
}

function judgeTerms(words: readonly Word[]): Refusal | null {
  for (let at = 0; ; at += 1) {
    const next = judgeTerm(words, at);
    if (typeof next !== "number") return next;
    at = next;
    while (words[at]?.text === ")") at += 1;
    const joint = words[at];
    if (joint === undefined) return null;
    if (joint.text !== "-a" && joint.text !== "-o") return unsure(joint);
  }
}

/** The offset behind the term that starts at `from`. */
function judgeTerm(words: readonly Word[], from: number): number | Refusal {
  let at = from;
  while (words[at]?.text === "!" || words[at]?.text === "(") at += 1;
  const [first, second, third] = [words[at], words[at + 1], words[at + 2]];
  if (first === undefined) return { rule: "shell.syntax", reason: "an operand of test is missing" };
  const operator = second?.text ?? "";
  if (third !== undefined && (binary.has(operator) || counting.has(operator))) return at + 3;
  if (first.text === "-v" || first.text === "-R") return refuseEvaluation(first.text);
  if (first.text !== null && unary.has(first.text) && second !== undefined) return at + 2;
  return second === undefined || operator === ")" ? at + 1 : unsure(first);
}

function refuseEvaluation(operator: string): Refusal {
  return refuse(
    "runs",
    `${operator} evaluates its operands, which can run commands (bash(1)): compare numbers, or use [ "$n" -gt 1 ]`,
  );
}

function unsure(word: Word): Refusal {
  return {
    rule: "shell.unknown-argument",
    reason: `test cannot be read at ${word.raw}: quote every expansion and write operators out`,
  };
}
