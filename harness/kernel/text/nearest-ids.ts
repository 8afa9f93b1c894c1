import { nearestWord } from "./nearest-word.ts";

/** What a recording has instead of an id that it does not hold: the nearest one, and which there are. */
export function nearestIds(id: string, ids: readonly string[]): string {
  const nearest = nearestWord(id, ids);
  return `${nearest === null ? "" : `did you mean "${nearest}"? `}${held(id, ids)}`;
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
