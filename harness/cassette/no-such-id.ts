import { HarnessError } from "../kernel/faults/harness-error.ts";
import { nearestIds } from "../kernel/text/nearest-ids.ts";

/** HX207: the user named an exchange that a recording does not hold. */
export function noSuchId(id: string, ids: readonly string[], source: string): HarnessError {
  return new HarnessError({
    code: "HX207",
    what: `no exchange has the id "${id}"`,
    where: source,
    fix: nearestIds(id, ids),
    exit: 2,
  });
}
