import { findCode } from "../../diagnosis/find-rule.ts";
import { breakOrigin } from "../../kernel/breaks/break-origin.ts";
import type { Relation } from "../../kernel/breaks/relation.ts";
import type { FindingCode } from "../../kernel/finding.ts";
import { type Invocation, valueOf } from "../command.ts";
import { unknownWord, usageError } from "../usage-error.ts";
import { allRules } from "../../diagnosis/registry.ts";

/** The causes that `--fix` names; `codes` is null for `--fix-all`. */
export type FixesOption = {
  readonly codes: readonly FindingCode[] | null;
  readonly fixes: (code: FindingCode, relation: Relation) => boolean;
};

/** @throws HarnessError HX503 for an option that only a prediction uses, HX505 for both options, HX506 for an unknown code */
export function fixesOption(invocation: Invocation): FixesOption | null {
  const named = valueOf(invocation, "fix");
  const isAll = invocation.options.has("fix-all");
  if (named !== null && isAll)
    throw usageError("HX505", "--fix names causes, and --fix-all takes all of them", "give one of the two");
  const option = isAll ? "fix-all" : "fix";
  const idle = named === null && !isAll ? undefined : OF_PREDICTIONS.find((name) => invocation.options.has(name));
  if (idle !== undefined) throw usageError("HX503", `--${idle} does nothing with --${option}`, `leave out --${idle}`);
  if (isAll) return { codes: null, fixes: (code, relation) => breakOrigin(code, relation) === "ours" };
  if (named === null) return null;
  const codes = named.split(",").map((word) => codeOf(word.trim()));
  return { codes, fixes: (code) => codes.includes(code) };
}

/** A fix is judged by what was paid, not by a prediction. */
const OF_PREDICTIONS: readonly string[] = ["estimates-only", "timing"];

function codeOf(word: string): FindingCode {
  const found = findCode(word);
  if (found !== null) return found.code;
  const names = allRules.flatMap(({ code, slug }) => [code, slug]);
  throw unknownWord("HX506", "finding", word, names, "forkproof explain lists all codes");
}
