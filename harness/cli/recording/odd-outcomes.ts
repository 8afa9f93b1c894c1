import type { Recorder } from "../../record/recorder.ts";

/** How many exchanges ended otherwise than with a whole answer, to follow how many there are: `, 1 cut`. Empty if all answers are whole. */
export function oddOutcomes(count: ReturnType<Recorder["count"]>): string {
  const odd = (["cut", "aborted", "unreachable", "unreadable"] as const).filter((outcome) => count[outcome] > 0);
  return odd.map((outcome) => `, ${count[outcome]} ${outcome}`).join("");
}
