import type { Conditional, ConditionalPart } from "../reader/clause.ts";
import type { Word } from "../reader/word.ts";
import type { Refusal } from "../shell-rule.ts";
import { refuse } from "./refuse-option.ts";

const unary = new Set("-a -b -c -d -e -f -g -h -k -n -o -p -r -s -t -u -w -x -z -G -L -N -O -S".split(" "));
const comparing = new Set(["=", "==", "!=", "=~", "-nt", "-ot", "-ef"]);
const counting = new Set(["-eq", "-ne", "-lt", "-le", "-gt", "-ge"]);

/**
 * Judges `[[ … ]]`. Its arithmetic operators evaluate both sides as expressions, in which a subscript runs commands, even in plain
 * text: `[[ 'a[$(command)]' -eq 1 ]]` (bash(1), ARITHMETIC EVALUATION). So they get numbers alone.
 */
export function judgeConditional({ parts }: Conditional): Refusal | null {
  let at = 0;
  while (at < parts.length) {
    while (isOpening(parts[at])) at += 1;
    const next = judgeTerm(parts, at);
    if (typeof next !== "number") return next;
    at = next;
    while (isOperator(parts[at], ")")) at += 1;
    if (at === parts.length) return null;
    if (!isOperator(parts[at], "&&") && !isOperator(parts[at], "||")) return unread();
    at += 1;
  }
  return unread();
}

function judgeTerm(parts: readonly ConditionalPart[], at: number): number | Refusal {
  const first = wordOf(parts[at]);
  if (first === null) return unread();
  const operator = operatorOf(parts[at + 1]);
  const right = wordOf(parts[at + 2]);
  if (operator !== null && right !== null) {
    if (counting.has(operator)) return isNumber(first) && isNumber(right) ? at + 3 : refuseEvaluation(operator);
    if (comparing.has(operator) || operator === "<" || operator === ">") return at + 3;
  }
  const sign = first.bare ? first.text : null;
  if (sign === "-v" || sign === "-R") return refuseEvaluation(sign);
  return sign !== null && unary.has(sign) && wordOf(parts[at + 1]) !== null ? at + 2 : at + 1;
}

function isOpening(part: ConditionalPart | undefined): boolean {
  return isOperator(part, "(") || (part?.is === "word" && part.word.bare && part.word.text === "!");
}

function isOperator(part: ConditionalPart | undefined, operator: string): boolean {
  return part?.is === "operator" && part.operator === operator;
}

/** The part as an operator: a sign of its own, or a word that is not quoted. */
function operatorOf(part: ConditionalPart | undefined): string | null {
  if (part === undefined) return null;
  if (part.is === "operator") return part.operator;
  return part.word.bare ? part.word.text : null;
}

function wordOf(part: ConditionalPart | undefined): Word | null {
  return part?.is === "word" ? part.word : null;
}

/** A decimal number, or an expansion that can be nothing else. */
function isNumber({ text, raw }: Word): boolean {
  return /^-?\d+$/.test(text ?? "") || /^"?(?:\$#|\$\?|\$\{#\w+\})"?$/.test(raw);
}

function refuseEvaluation(operator: string): Refusal {
  return refuse(
    "runs-programs",
    `[[ ... ${operator} ]] evaluates its operands, which can run commands (bash(1)): compare numbers, or use [ "$n" -gt 1 ]`,
  );
}

function unread(): Refusal {
  return { rule: "shell.construct", reason: "this form of [[ ... ]] is not read" };
}
