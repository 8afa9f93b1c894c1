import { nearestWord } from "./nearest-word.ts";

/** For an id that a recording does not hold: the nearest id, and the list of existing ids. */
export function nearestIds(id: string, ids: readonly string[]): string {
  const nearest = nearestWord(id, ids);
  return `${nearest === null ? "" : `did you mean "${nearest}"? `}${held(id, ids)}`;
}

const readable = 12;

/** All ids if a person can read that many. Otherwise those near the requested number, or the two ends. */
function held(id: string, ids: readonly string[]): string {
  if (ids.length <= readable) return `it holds ${ids.length}: ${ids.join(", ")}`;
  const ends = `it holds ${ids.length}, from ${ids[0]} to ${ids.at(-1)}`;
  const wanted = Number(id);
  const beside = ids.filter((each) => Math.abs(Number(each) - wanted) <= readable / 4);
  return beside.length === 0 ? ends : `${ends}; the nearest are ${beside.join(", ")}`;
}
