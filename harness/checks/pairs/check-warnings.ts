import type { CheckResult, Warning } from "../../kernel/run-result.ts";
import { canWarn, type FirstTurn, firstTurns } from "./check-first-turn.ts";
import { checkExactly } from "./check-exactly.ts";

/**
 * Holds the warnings of a job against an exact list. If no first turn has a ratio, none could come: then an empty list proves nothing,
 * and fails.
 */
export function checkWarnings(
  turns: readonly FirstTurn[],
  warnings: readonly Warning[],
  expected: readonly string[],
): CheckResult {
  const known = turns.filter(canWarn).length;
  const codes = [...new Set(warnings.map(({ code }) => code))];
  const held = checkExactly("warnings", codes, expected, known);
  const silent = turns.length - known;
  const unknown = silent === 0 ? [] : [`${silent} of ${turns.length} first turns have no ratio, so CB900 cannot show`];
  return {
    ...held,
    observed: [...(known === 0 && codes.length === 0 ? [] : [held.observed]), ...unknown].join("; ") || held.observed,
    examined: firstTurns(known),
  };
}

/** Those that the scenario does not expect: what it expects is checked, and warns nobody. */
export function unexpectedWarnings(
  warnings: readonly Warning[],
  expected: readonly string[] | null,
): readonly Warning[] {
  return warnings.filter(({ code }) => expected?.every((each) => each !== code) ?? true);
}
