import type { Clause } from "../reader/clause.ts";
import type { Refusal } from "../shell-rule.ts";
import { isCount } from "./is-count.ts";

/** Operators of test(1) with a number on each side. */
const comparing = /^-(?:eq|ne|lt|le|gt|ge)$/;

const isNumber = (word: string): boolean => /^-?\d{1,18}(?:\.\d{1,9})?$|^"?\$[?#]"?$/.test(word) || isCount(word);

/** Refuses a command in which zsh evaluates a word as arithmetic that is not a plain number. */
export function judgeEvaluated(clauses: readonly Clause[]): Refusal | null {
  const evaluated = clauses
    .map((clause) => (clause.is === "command" ? findEvaluated(clause.words.map(({ text, raw }) => text ?? raw)) : null))
    .find((word) => word !== null);
  if (evaluated === undefined) return null;
  return {
    rule: "shell.promise",
    reason: `the promise is literal, and zsh evaluates ${evaluated} as arithmetic, which may run commands: write a plain number`,
  };
}

/**
 * The first word that printf or test takes for a number and that is not a plain one, or null. zsh evaluates such words as arithmetic, in which
 * a subscript runs commands (zshmisc(1), Arithmetic Evaluation).
 */
function findEvaluated(words: readonly string[]): string | null {
  const [name, ...rest] = words;
  if (name === "printf") return evaluatedByPrintf(rest[0] === "--" ? rest.slice(1) : rest);
  if (name !== "test" && name !== "[") return null;
  const numbers = rest.filter(
    (_, at) => comparing.test(rest[at + 1] ?? "") || comparing.test(rest[at - 1] ?? "") || rest[at - 1] === "-t",
  );
  return numbers.find((word) => !isNumber(word) && word !== "]") ?? null;
}

/** What `%d` and its kin, and a `*` in a width, take of the arguments. The format is used again until none is left. */
function evaluatedByPrintf([format = "", ...values]: readonly string[]): string | null {
  // zsh reads escapes first, of which some make a percent sign.
  if (!/^(?:[^\\]|\\[\\nrt"'])*$/.test(format)) return format;
  const kinds = [...format.replaceAll("%%", "").matchAll(/%([^A-Za-z%]*)[hlLjztq]*([A-Za-z(]?)/g)].flatMap(
    ([, flags = "", letter = ""]) => [
      ...flags
        .split("*")
        .slice(1)
        .map(() => "number"),
      /[sbcq]/.test(letter) ? "text" : "number",
    ],
  );
  if (kinds.every((kind) => kind === "text")) return /%\d+\$/.test(format) ? format : null;
  return (
    values.find((value, at) => (kinds[at % kinds.length] === "number" || format.includes("$")) && !isNumber(value)) ??
    null
  );
}
