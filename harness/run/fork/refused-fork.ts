import { HarnessError } from "../../kernel/harness-error.ts";
import type { ForkedParent } from "./subject-task.ts";

/** Why no fork can be made of a parent as the scenario asks for it. */
export function refusedFork(
  { id }: ForkedParent,
  { what, mend, cause }: { readonly what: string; readonly mend: string; readonly cause?: unknown },
): HarnessError {
  return new HarnessError({ code: "HX192", what, where: `parent exchange ${id}`, mend, exit: 2, cause });
}
