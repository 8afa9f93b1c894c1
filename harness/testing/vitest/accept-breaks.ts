import type { FindingName } from "../matchers/check-code.ts";
import { checkAccepted } from "../matchers/to-have-no-cache-breaks.ts";
import { testWatch } from "./test-watch.ts";

/**
 * Says which breaks the running test intends, for `forkproof/vitest/auto`. Codes or slugs. Among concurrent tests, name the test by
 * its context: `test.concurrent("…", ({ task }) => { acceptBreaks(["CB202"], { task }); … })`.
 *
 * @throws HarnessError HX541 for an unknown code, and where it is not known which test calls
 */
export function acceptBreaks(
  codes: readonly FindingName[],
  context?: { readonly task: { readonly id: string } },
): void {
  testWatch.accept(checkAccepted("acceptBreaks", codes), context?.task.id ?? null);
}
