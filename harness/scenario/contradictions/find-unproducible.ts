import { type Expectation, type ExpectingScenario, type Expected, expectedOf } from "../expectations/expectation.ts";
import type { ValueFault } from "../shape/fault.ts";

/**
 * Finds expectations that no run of the scenario can produce. A missing recording is not looked at: a check that examines nothing fails by
 * itself.
 */
export function findUnproducible(
  scenario: ExpectingScenario & { readonly expect: Expected },
  expectations: readonly Expectation[],
): readonly ValueFault[] {
  return expectations.flatMap((each) => {
    const value = expectedOf(scenario.expect, each);
    return value === null ? [] : (each.unproducible?.(value, scenario, scenario.expect) ?? []);
  });
}
