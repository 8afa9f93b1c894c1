import { HarnessError } from "../../kernel/faults/harness-error.ts";
import type { ForkedParent } from "../../kernel/scenario-subject.ts";

/** Why no fork can be made of a parent as the scenario asks for it. */
export function refusedFork(
  { id }: ForkedParent,
  { what, fix, cause }: { readonly what: string; readonly fix: string; readonly cause?: unknown },
): HarnessError {
  return new HarnessError({ code: "HX192", what, where: `parent exchange ${id}`, fix, exit: 2, cause });
}

/** The fix for a point that cannot be forked, in terms of a scenario: the library's own text is for its callers. */
export function fixInScenario({ fault, fix }: { readonly fault: string; readonly fix: string }): string {
  if (fault !== "no-own-call") return fix;
  return "Choose a parent whose answer calls for the fork and name that call by id or place as `call` of the strategy, or use another strategy.";
}
