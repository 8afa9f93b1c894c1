import type { Finding } from "../kernel/finding.ts";
import type { Judgement } from "../kernel/judgement.ts";
import type { CheckResult, Warning } from "../kernel/run-result.ts";
import type { PairExpectation, PrefixExpectation } from "../scenario/scenario.ts";
import { pairs } from "./pairs.ts";
import { checkDivergence } from "./check-divergence.ts";
import { checkExactly } from "./check-exactly.ts";
import { checkVerdict } from "./check-verdict.ts";

/**
 * The checks of a scenario on the pairs that were judged. Each looks only at what the scenario says, but for the verdict,
 * which is always checked. `movesPrefix` declares a break: without a verdict of its own the scenario then expects one.
 * `beside` are findings on requests that continue none, and so belong to no pair.
 */
export function checkPrefix(
  judgements: readonly Judgement[],
  expected: PrefixExpectation,
  movesPrefix: string | null,
  warnings: readonly Warning[] = [],
  beside: readonly Finding[] = [],
): readonly CheckResult[] {
  const verdict = expected.verdict ?? (movesPrefix === null ? null : "diverged");
  const results = [checkVerdict(judgements, verdict)];
  const { reusable, providerReason, findings, normalisations, warnings: warned } = expected;
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
  // A break that nobody expected shows in the verdict; causes beside it (another model, another key) show only here.
  const exactly = findings ?? (verdict === null ? [] : null);
  if (exactly !== null) {
    // A cause that several pairs share is named once.
    const found = [...judgements.flatMap((each) => each.findings), ...beside];
    const counted = found.filter((finding) => isCause(finding) || isNamedNote(finding, exactly));
    const causes = new Set(counted.map(({ code }) => code));
    results.push(checkExactly("findings", [...causes], exactly, judgements.length));
  }
  if (normalisations !== null) {
    const used = [...new Set(judgements.flatMap((each) => each.normalisations))];
    results.push(checkExactly("normalisations", used, normalisations, judgements.length));
  }
  if (warned !== null) {
    const told = [...new Set(warnings.map(({ code }) => code))];
    results.push(checkExactly("warnings", told, warned, judgements.length));
  }
  return results;
}

/** The checks that speak of one pair. */
export function checkPair(judgement: Judgement, expected: PairExpectation): readonly CheckResult[] {
  const results: CheckResult[] = [];
  if (expected.class !== null) results.push(checkSame("class", [judgement], expected.class, (each) => each.class));
  if (expected.divergence !== null) results.push(checkDivergence(judgement, expected.divergence));
  return results;
}

function isCause(finding: Finding): boolean {
  return finding.role === "cause" || finding.role === "invalid";
}

/** Of codes that are never more than a note: a scenario may ask for one, and need not. */
function isNamedNote({ code, role }: Finding, expected: readonly string[]): boolean {
  return role === "note" && NOTES.includes(code) && expected.includes(code);
}

/** The codes whose rules are notes; a test holds the list against them. */
export const NOTES: readonly string[] = [
  "CB421",
  "CB506",
  "CB509",
  "CB510",
  "CB703",
  "CB901",
  "CB902",
  "CB903",
  "CB904",
];

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
