import { HarnessError } from "../../kernel/faults/harness-error.ts";
import type { ForkedParent } from "./subject-task.ts";

/** Why no fork can be made of a parent as the scenario asks for it. */
export function refusedFork(
  { id }: ForkedParent,
  { what, mend, cause }: { readonly what: string; readonly mend: string; readonly cause?: unknown },
): HarnessError {
  return new HarnessError({ code: "HX192", what, where: `parent exchange ${id}`, mend, exit: 2, cause });
}

/** What to do about a point that cannot be forked, in the words of a scenario: the library's own are those of its callers. */
export function mendInScenario({ fault, mend }: { readonly fault: string; readonly mend: string }): string {
  if (fault !== "no-own-call") return mend;
  return "Choose a parent whose answer calls for the fork and name that call by id or place as `call` of the strategy, or use another strategy.";
}
