import type { CheckResult } from "../../../kernel/run-result.ts";
import { parseDuration } from "../../decode/parse-duration.ts";
import { isWithin } from "../../decode/number-bound.ts";
import type { Evidence } from "../evidence.ts";
import type { ExpectationOf } from "../expectation.ts";
import { eachFork, forksLooked } from "../parts/each-fork.ts";
import { notExamined } from "../parts/not-examined.ts";

const schema = {
  title: "a comparison with a duration",
  description:
    "The time that each fork took, from its first request to its last answer. Only live runs examine it, and there it warns unless `--live-gate` is given.",
  type: "string",
  pattern: "^(<=|<) ?[1-9][0-9]{0,5}(ms|s|m|h)$",
  examples: ["<= 20s"],
} as const;

export type DurationBound = { readonly comparison: "<=" | "<"; readonly ms: number };

export const duration: ExpectationOf<typeof schema, DurationBound> = {
  name: "duration",
  schema,
  kinds: ["fork"],
  decode: (text) => ({
    comparison: text.startsWith("<=") ? "<=" : "<",
    ms: parseDuration(text.replace(/^<=? ?/, "")),
  }),
  check: (bound, evidence) => (bound === null ? [] : [checkDuration(bound, evidence)]),
};

function checkDuration(
  { comparison, ms }: DurationBound,
  { forks = [], durationsMs }: Pick<Evidence, "forks" | "durationsMs">,
): CheckResult {
  const expected = `${comparison} ${ms} ms`;
  if (durationsMs === undefined)
    return notExamined("duration", expected, "a scripted run takes no time of a provider", "forks");
  const timed = forks.map(({ lane }) => ({ lane, ms: durationsMs.get(lane) ?? null }));
  const isMet = (value: number | null): boolean => value !== null && isWithin({ comparison, value: ms }, value);
  return {
    check: "duration",
    status: timed.length > 0 && timed.every((each) => isMet(each.ms)) ? "passed" : "failed",
    expected,
    observed: eachFork(timed, (each) => (each.ms === null ? "not known" : `${Math.round(each.ms)} ms`)),
    examined: forksLooked(timed.length),
    numbers: { comparison, bound: ms, observed: timed.map((each) => each.ms) },
  };
}
