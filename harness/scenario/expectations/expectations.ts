import type { CheckResult } from "../../kernel/run-result.ts";
import { cost } from "./cost.ts";
import { decisions } from "./decisions.ts";
import { divergence } from "./divergence.ts";
import { effects } from "./effects.ts";
import { calls } from "./evals/calls.ts";
import { duration } from "./evals/duration.ts";
import { passAtK, passHatK } from "./evals/pass-powers.ts";
import { passRate } from "./evals/pass-rate.ts";
import { score } from "./evals/score.ts";
import { turns } from "./evals/turns.ts";
import type { Evidence } from "./evidence.ts";
import { type Expectation, type Expected, expectedOf } from "./expectation.ts";
import { findings } from "./findings.ts";
import { firstTurn } from "./first-turn.ts";
import { normalisations } from "./normalisations.ts";
import { output } from "./output/output.ts";
import { pairClass } from "./pair-class.ts";
import { providerReason } from "./provider-reason.ts";
import { reusable } from "./reusable.ts";
import { simulate } from "./simulate.ts";
import { stop } from "./stop.ts";
import { usage } from "./usage.ts";
import { verdict } from "./verdict.ts";
import { warnings } from "./warnings.ts";

/** Every key under `expect`, in the order of its checks. A new one is a file and a line here; `npm run schema` then writes the schema. */
export const expectations: readonly Expectation[] = [
  verdict,
  reusable,
  providerReason,
  findings,
  normalisations,
  warnings,
  firstTurn,
  pairClass,
  divergence,
  stop,
  decisions,
  effects,
  output,
  score,
  calls,
  turns,
  usage,
  cost,
  duration,
  passRate,
  passAtK,
  passHatK,
  simulate,
];

/** The expectations over all rounds of a live run; a single round does not examine them. */
export const overRounds: readonly Expectation[] = [passRate, passAtK, passHatK];

/** The checks of all listed expectations on what a job saw. */
export function checkExpectations(
  expected: Expected,
  evidence: Evidence,
  listed: readonly Expectation[] = expectations,
): readonly CheckResult[] {
  return listed.flatMap((each) => each.check(expectedOf(expected, each), evidence));
}
