import type { CheckResult, ForkRun } from "../../../kernel/run-result.ts";
import type { ValueFault } from "../../shape/fault.ts";
import type { Evidence } from "../evidence.ts";
import { type ExpectationOf, expectedOf } from "../expectation.ts";
import { eachFork, forksLooked } from "../parts/each-fork.ts";
import { unproducible } from "../parts/unproducible.ts";
import { score } from "../evals/score.ts";
import { examineFork, type Examiners, noExaminers } from "./examine-matcher.ts";
import { refuseIdleMember } from "./refuse-idle-member.ts";
import { decodeItem, describeMatcher, type OutputItem, type OutputMatcher, withInner } from "./output-matcher.ts";

const schema = {
  description: "All must match the fork's last text.",
  type: "array",
  minItems: 1,
  items: { $ref: "#/definitions/outputMatcher" },
} as const;

export const output: ExpectationOf<typeof schema, readonly OutputItem[]> = {
  name: "output",
  schema,
  kinds: ["fork"],
  decode: (items) => items.map(decodeItem),
  unproducible: (items, _scenario, expected) => [
    ...items.flatMap(({ idle }, at) => idle.map((each) => refuseIdleMember(each, at))),
    ...items.flatMap(({ matcher }, at) => withInner(matcher).flatMap((each) => emptyMatcher(each, matcher, at))),
    ...(expectedOf(expected, score) === null ? items.flatMap(idleWeight) : []),
  ],
  check: (items, evidence) => (items === null ? [] : checkOutput(items, evidence)),
};

/** Texts with nothing in common: an expression that matches all of them matches any. */
const ANY_TEXTS: readonly string[] = ["", "a", "\n", "0 ☃", "ÆØ-"];

function emptyMatcher(matcher: OutputMatcher, outer: OutputMatcher, at: number): readonly ValueFault[] {
  const fault = (key: string, what: string, fix: string): readonly ValueFault[] => [
    unproducible(["output", String(at), ...(matcher === outer ? [key] : [])], "value", what, fix),
  ];
  if (matcher.kind === "matches") {
    return ANY_TEXTS.every((text) => new RegExp(matcher.pattern, "u").test(text))
      ? fault("matches", "matches every text: it checks nothing", "write an expression that some text does not match")
      : [];
  }
  if (matcher.kind === "grader") {
    if (matcher.model === "") return fault("grader", "names no model", "add `model: claude-sonnet-4-5`, or another");
    return matcher.atLeast > 1 ? [] : fault("atLeast", "holds for every grade: grades start at 1", "write 2 to 5");
  }
  if (matcher.kind !== "module") return [];
  if (matcher.atLeast === 0) return fault("atLeast", "holds for every score", "write a number above 0");
  return matcher.atLeast <= 1 ? [] : fault("atLeast", "holds for no score: a module's end at 1", "write 0.1 to 1");
}

function idleWeight({ weight }: OutputItem, at: number): readonly ValueFault[] {
  if (weight === null) return [];
  const what = "counts only in a `score`, which is missing";
  const fix = 'add `score: ">= 0.8"`, or remove the weight';
  return [unproducible(["output", String(at), "weight"], "key", what, fix)];
}

/** One check for each matcher without a weight: `output`, or `output[1]` if there are several. */
export function checkOutput(
  items: readonly OutputItem[],
  { forks = [], examiners = noExaminers(), answersAreScripted = false }: OutputEvidence,
): readonly CheckResult[] {
  return items.flatMap(({ matcher, weight }, at) => {
    if (weight !== null) return [];
    const check = items.length === 1 ? "output" : `output[${at}]`;
    const isScripted =
      answersAreScripted && withInner(matcher).every(({ kind }) => kind !== "module" && kind !== "grader");
    return [{ ...checkMatcher(check, matcher, forks, examiners), ...(isScripted && { scripted: true as const }) }];
  });
}

export type OutputEvidence = Pick<Evidence, "forks" | "examiners" | "answersAreScripted">;

function checkMatcher(
  check: string,
  matcher: OutputMatcher,
  forks: readonly ForkRun[],
  examiners: Examiners,
): CheckResult {
  const seen = forks.map((fork) => ({ ...fork, examined: examineFork(matcher, fork, examiners) }));
  const statuses = seen.map(({ examined }) => examined.status);
  const status = statuses.some((each) => each === "failed") || statuses.length === 0 ? "failed" : "passed";
  const isSilent = statuses.length > 0 && statuses.every((each) => each === "not examined");
  return {
    check,
    status: isSilent ? "not examined" : status,
    expected: describeMatcher(matcher),
    observed: eachFork(seen, ({ output, examined }) => observedText(output, examined.why)),
    examined: forksLooked(statuses.filter((each) => each !== "not examined").length),
  };
}

function observedText(output: string | null, why: string | null): string {
  if (output === null) return "not said by the subject";
  const text = JSON.stringify(output.length > 200 ? `${output.slice(0, 200)}…` : output);
  return why === null ? text : `${why} (${text})`;
}
