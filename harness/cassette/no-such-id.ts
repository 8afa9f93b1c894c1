import { HarnessError } from "../kernel/harness-error.ts";
import { nearestWord } from "../kernel/nearest-word.ts";

/** HX207: the user named an exchange that a recording does not hold. */
export function noSuchId(id: string, ids: readonly string[], source: string): HarnessError {
  const nearest = nearestWord(id, ids);
  const hint = nearest === null ? "" : `did you mean "${nearest}"? `;
  return new HarnessError({
    code: "HX207",
    what: `no exchange has the id "${id}"`,
    where: source,
    mend: `${hint}it holds ${ids.length}: ${listed(ids)}`,
    exit: 2,
  });
}

/** Few enough to read; a long list keeps its two ends. */
function listed(ids: readonly string[]): string {
  if (ids.length <= 12) return ids.join(", ");
  return `${ids.slice(0, 6).join(", ")}, … ${ids.slice(-3).join(", ")}`;
}
