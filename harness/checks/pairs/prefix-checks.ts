import type { Finding } from "../../kernel/finding.ts";
import type { Judgement } from "../../kernel/judgement.ts";
import type { CheckResult, Warning } from "../../kernel/run-result.ts";
import type { MovesPrefix, PairExpectation, PrefixExpectation } from "../../scenario/scenario.ts";
import { type CauseExpectation, checkCauses } from "./check-causes.ts";
import { checkDivergence } from "./check-divergence.ts";
import { checkExactly } from "./check-exactly.ts";
import { checkFirstTurn, type FirstTurn } from "./check-first-turn.ts";
import { checkVerdict } from "./check-verdict.ts";
import { checkWarnings } from "./check-warnings.ts";
import { pairs } from "./pairs.ts";

/** What a job judged, whatever its kind. */
export type JudgedPrefix = {
  readonly judgements: readonly Judgement[];
  /** The first turns of its forks. */
  readonly firstTurns: readonly FirstTurn[];
  readonly warnings: readonly Warning[];
  /** Findings on requests that continue none, and so belong to no pair. */
  readonly beside?: readonly Finding[];
};

/**
 * The checks of a scenario on the pairs that were judged. Verdict and causes are always checked, everything else where the scenario says
 * something of it. `movesPrefix` declares a break: without a verdict of its own the scenario then expects one.
 */
export function checkPrefix(
  { judgements, firstTurns, warnings, beside = [] }: JudgedPrefix,
  expected: PrefixExpectation & CauseExpectation,
  movesPrefix: MovesPrefix | null,
): readonly CheckResult[] {
  const verdict = expected.verdict ?? (movesPrefix === null ? null : "diverged");
  const results = [checkVerdict(judgements, verdict)];
  const { reusable, providerReason, normalisations, warnings: warned, firstTurn } = expected;
  if (reusable !== null) {
    results.push(checkSame("reusable", judgements, reusable, (each) => each.reusable));
  }
  if (providerReason !== null) {
    results.push(
      checkSame(
        "providerReason",
        judgements,
        providerReason,
        (each) => each.providerReason ?? "not asked or not reported",
      ),
    );
  }
  results.push(checkCauses(judgements, expected, movesPrefix, beside));
  if (normalisations !== null) {
    const used = [...new Set(judgements.flatMap((each) => each.normalisations))];
    results.push(checkExactly("normalisations", used, normalisations, judgements.length));
  }
  if (warned !== null) results.push(checkWarnings(firstTurns, warnings, warned));
  if (firstTurn !== null) results.push(...checkFirstTurn(firstTurns, firstTurn));
  return results;
}

/** The checks that speak of one pair. */
export function checkPair(judgement: Judgement, expected: PairExpectation): readonly CheckResult[] {
  const results: CheckResult[] = [];
  if (expected.class !== null) results.push(checkSame("class", [judgement], expected.class, (each) => each.class));
  if (expected.divergence !== null) results.push(checkDivergence(judgement, expected.divergence));
  return results;
}

function checkSame(
  check: string,
  judgements: readonly Judgement[],
  expected: string,
  observe: (judgement: Judgement) => string,
): CheckResult {
  const observed = [...new Set(judgements.map(observe))];
  const same = observed.length === 1 && observed[0] === expected;
  return {
    check,
    status: same ? "passed" : "failed",
    expected,
    observed: observed.join(", ") || "nothing was judged",
    examined: pairs(judgements.length),
  };
}
