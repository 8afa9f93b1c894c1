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
    mend: hint + held(id, ids),
    exit: 2,
  });
}

const readable = 12;

/** All ids where a person can read them; of more, those beside a number that was asked for, else the two ends. */
function held(id: string, ids: readonly string[]): string {
  if (ids.length <= readable) return `it holds ${ids.length}: ${ids.join(", ")}`;
  const ends = `it holds ${ids.length}, from ${ids[0]} to ${ids.at(-1)}`;
  const wanted = Number(id);
  const beside = ids.filter((each) => Math.abs(Number(each) - wanted) <= readable / 4);
  return beside.length === 0 ? ends : `${ends}; the nearest are ${beside.join(", ")}`;
}
